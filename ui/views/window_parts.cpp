// SPDX-License-Identifier: GPL-3.0-or-later
// Left: runs. Middle: curves and comparison. Right: the form, over the whole height. Bottom: devices and
// queue.
#include "ui/views/window_parts.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "ui/commands/actions.h"
#include "ui/settings/theme.h"
#include "ui/views/compare_panel.h"
#include "ui/views/curves_panel.h"
#include "ui/views/device_lanes.h"
#include "ui/views/experiment_form.h"
#include "ui/views/file_commands.h"
#include "ui/views/message_bar.h"
#include "ui/views/model_panel.h"
#include "ui/views/run_commands.h"
#include "ui/views/runs_panel.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("laptime::ui::MainWindow", text);
}

QDockWidget* makeDock(QMainWindow* window, const QString& name, const QString& title, QWidget* content) {
    auto* dock = new QDockWidget(title, window);
    dock->setObjectName(name);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
    dock->setWidget(content);
    return dock;
}

void buildMenus(QMainWindow* window, const Actions& actions) {
    for (MenuId id : {MenuId::File, MenuId::Edit, MenuId::Run, MenuId::View, MenuId::Help}) {
        auto* menu = window->menuBar()->addMenu(Actions::titleOf(id));
        menu->setToolTipsVisible(false);
        actions.fill(menu, id);
    }
}

void buildToolBar(QMainWindow* window, const Actions& actions) {
    auto* bar = window->addToolBar(translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Tool bar")));
    bar->setObjectName(u"toolbar"_s);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setIconSize(QSize(16, 16));
    const std::initializer_list<Command> shown{
        Command::OpenExperiment, Command::SaveExperiment, Command::Count,      Command::LaunchAgain,
        Command::Pause,          Command::GoOn,           Command::Stop,       Command::Resume,
        Command::Count,          Command::PinBaseline,    Command::Rename,     Command::EditTags,
        Command::EditNote,       Command::Delete,         Command::Count,      Command::Undo,
        Command::Redo,           Command::Count,          Command::ExportCsv,  Command::ExportReport,
        Command::ExportImage,    Command::Count,          Command::FindCommand};
    for (Command command : shown) {
        if (command == Command::Count)
            bar->addSeparator();
        else
            bar->addAction(actions[command]);
    }
}

} // namespace

WindowParts buildWindow(QMainWindow* window, Services& services) {
    WindowParts parts;
    parts.actions = new Actions(window);
    parts.messages = new MessageBar;
    parts.curves = new CurvesPanel(&services.runs, &services.curves, &services.settings);
    parts.comparison = new ComparePanel(&services.runs, &services.history, parts.actions);
    parts.model = new ModelPanel(&services.runs, &services.history);
    parts.runs = new RunsPanel(&services.runs, &services.history, &services.settings, parts.actions);
    parts.form = new ExperimentForm((*parts.actions)[Command::Launch]);
    parts.devices = new DeviceLanes(&services.queue, &services.scheduler, parts.actions);

    parts.middle = new QTabWidget;
    parts.middle->setDocumentMode(true);
    parts.middle->tabBar()->setDrawBase(false);
    parts.middle->addTab(parts.curves, translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Curves")));
    parts.middle->addTab(parts.comparison,
                         translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Comparison")));
    parts.middle->addTab(parts.model, translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Model")));
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(parts.messages);
    column->addWidget(parts.middle, 1);
    window->setCentralWidget(centre);

    parts.runsDock = makeDock(window, u"runs"_s,
                              translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Runs")), parts.runs);
    parts.formDock =
        makeDock(window, u"form"_s,
                 translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "New experiment")), parts.form);
    parts.devicesDock =
        makeDock(window, u"devices"_s, translated(QT_TRANSLATE_NOOP("laptime::ui::MainWindow", "Devices")),
                 parts.devices);
    window->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                           QMainWindow::AllowTabbedDocks);
    window->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    arrangeDocks(window, parts);

    parts.runCommands =
        new RunCommands(services, parts.actions, parts.runs, parts.form, parts.messages, window);
    parts.fileCommands = new FileCommands(services, parts.actions, window, parts.runs, parts.form,
                                          parts.curves->grid(), parts.messages);
    buildMenus(window, *parts.actions);
    buildToolBar(window, *parts.actions);
    // The order of Tab: table, plots, form, devices.
    QWidget::setTabOrder(parts.runs, parts.middle);
    QWidget::setTabOrder(parts.middle, parts.form);
    QWidget::setTabOrder(parts.form, parts.devices);
    return parts;
}

void arrangeDocks(QMainWindow* window, const WindowParts& parts) {
    for (QDockWidget* dock : {parts.runsDock, parts.formDock, parts.devicesDock}) {
        dock->setFloating(false);
        window->removeDockWidget(dock);
    }
    window->addDockWidget(Qt::LeftDockWidgetArea, parts.runsDock);
    window->addDockWidget(Qt::RightDockWidgetArea, parts.formDock);
    window->addDockWidget(Qt::BottomDockWidgetArea, parts.devicesDock);
    for (QDockWidget* dock : {parts.runsDock, parts.formDock, parts.devicesDock})
        dock->show();
    window->resizeDocks({parts.runsDock, parts.formDock}, {window->width() * 30 / 100, 43 * gridUnit},
                        Qt::Horizontal);
    window->resizeDocks({parts.devicesDock}, {14 * gridUnit}, Qt::Vertical);
}

} // namespace laptime::ui
