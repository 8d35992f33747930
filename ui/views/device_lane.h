// SPDX-License-Identifier: GPL-3.0-or-later
// One device: its name, the run on it, a bar of progress with the time left, and buttons to hold or stop the
// run.
#pragma once

#include <QModelIndex>
#include <QWidget>

#include "engine/history/history.h"

class QLabel;
class QToolButton;

namespace laptime::ui {

class ToneLabel;

/// A bar with its text inside; empty while idle.
class LaneBar : public QWidget {
    Q_OBJECT

public:
    explicit LaneBar(QWidget* parent = nullptr);
    /// `progress`: 0 … 1; NaN: unknown. `quiet`: paused or idle.
    void setState(double progress, const QString& text, bool quiet);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_progress = 0;
    QString m_text;
    bool m_quiet = true;
};

class DeviceLane : public QWidget {
    Q_OBJECT

public:
    explicit DeviceLane(QWidget* parent = nullptr);
    void show(const QModelIndex& lane);

signals:
    void runChosen(laptime::RunId run);
    void pauseAsked(laptime::RunId run);
    void goOnAsked(laptime::RunId run);
    void stopAsked(laptime::RunId run);

private:
    RunId m_run = 0;
    bool m_paused = false;
    QLabel* m_device;
    QToolButton* m_name;
    LaneBar* m_bar;
    QToolButton* m_pause;
    QToolButton* m_stop;
};

} // namespace laptime::ui
