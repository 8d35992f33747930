// SPDX-License-Identifier: GPL-3.0-or-later
// The one window: connects the panels with each other and with the services, and says how things stand.
#pragma once

#include <QMainWindow>

#include <vector>

#include "engine/backends/device.h"
#include "ui/views/close_guard.h"
#include "ui/views/file_commands.h"
#include "ui/views/window_parts.h"

namespace laptime::ui {

class SystemScheme;
class ToneLabel;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// `scheme`: whether the desktop around is dark; may be null.
    MainWindow(Services& services, SystemScheme* scheme, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens history and scheduler and looks at the devices, all in the background. To be called once the
    /// window is on screen.
    void start();
    /// Fills the form from an experiment file.
    void openExperiment(const QString& file) { m_parts.fileCommands->openExperiment(file); }
    /// Stops runs resumably and closes, without asking.
    void closeNow() { m_guard->closeNow(); }

    const WindowParts& parts() const { return m_parts; }
    CloseGuard* closeGuard() const { return m_guard; }

signals:
    /// The window may be thrown away: everything is stopped and kept.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void connectServices();
    void connectPanels();
    void connectView();
    void restore();
    void keep();
    void applyTheme();
    void onRows();
    void onStopping(int runs);
    void setDevices(const std::vector<DeviceInfo>& devices);
    void updateStatus();

    Services& m_services;
    SystemScheme* m_scheme;
    WindowParts m_parts;
    CloseGuard* m_guard;
    ToneLabel* m_status;
    ToneLabel* m_hint;
    QString m_historyTrouble;
    bool m_firstRows = true;
};

} // namespace laptime::ui
