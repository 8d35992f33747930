// SPDX-License-Identifier: GPL-3.0-or-later
// Builds what the main window is made of and puts it in place: panels in docks, menus, tool bar.
#pragma once

#include "ui/views/services.h"

class QDockWidget;
class QMainWindow;
class QTabWidget;

namespace laptime::ui {

class Actions;
class ComparePanel;
class CurvesPanel;
class DeviceLanes;
class ExperimentForm;
class FileCommands;
class MessageBar;
class ModelPanel;
class RunCommands;
class RunsPanel;

struct WindowParts {
    Actions* actions = nullptr;
    MessageBar* messages = nullptr;
    QTabWidget* middle = nullptr;
    RunsPanel* runs = nullptr;
    CurvesPanel* curves = nullptr;
    ComparePanel* comparison = nullptr;
    ModelPanel* model = nullptr;
    ExperimentForm* form = nullptr;
    DeviceLanes* devices = nullptr;
    QDockWidget *runsDock = nullptr, *formDock = nullptr, *devicesDock = nullptr;
    RunCommands* runCommands = nullptr;
    FileCommands* fileCommands = nullptr;
};

WindowParts buildWindow(QMainWindow* window, Services& services);

/// Docks where they are at a first start, in a window of its present size.
void arrangeDocks(QMainWindow* window, const WindowParts& parts);

} // namespace laptime::ui
