// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment files and exports. Files are read and written in the background; dialogs do not stop the window.
#pragma once

#include <QObject>

#include <functional>

#include "ui/commands/actions.h"
#include "ui/views/services.h"

class QWidget;

namespace laptime::ui {

class ExperimentForm;
class MessageBar;
class PlotGrid;
class RunsPanel;

class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Services& services, Actions* actions, QWidget* window, RunsPanel* panel,
                 ExperimentForm* form, PlotGrid* plots, MessageBar* messages);

    /// Fills the form from an experiment file; what is wrong with it goes to the message bar.
    void openExperiment(const QString& file);

private:
    void saveExperiment(const QString& file);
    void exportCsv();
    void exportReport();
    void exportImage();
    void askFile(const QString& title, const QString& filter, const QString& suffix, const QString& name,
                 bool save, std::function<void(const QString&)> chosen);
    void written(const QString& file);
    void failed(const QString& file, const QString& why);

    Services& m_services;
    QWidget* m_window;
    RunsPanel* m_panel;
    ExperimentForm* m_form;
    PlotGrid* m_plots;
    MessageBar* m_messages;
};

} // namespace laptime::ui
