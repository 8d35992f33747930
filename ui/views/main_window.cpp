// SPDX-License-Identifier: GPL-3.0-or-later
// No slow call is made here: whatever may take long is asked for and arrives as a signal.
#include "ui/views/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QPointer>
#include <QScreen>
#include <QStatusBar>
#include <QTabWidget>
#include <QThreadPool>

#include <algorithm>

#include "engine/backends/find_device.h"
#include "engine/experiment/read_experiment.h"
#include "ui/commands/actions.h"
#include "ui/settings/icons.h"
#include "ui/settings/system_scheme.h"
#include "ui/settings/theme.h"
#include "ui/views/about_dialog.h"
#include "ui/views/close_guard.h"
#include "ui/views/command_finder.h"
#include "ui/views/compare_panel.h"
#include "ui/views/curves_panel.h"
#include "ui/views/device_lanes.h"
#include "ui/views/experiment_form.h"
#include "ui/views/file_commands.h"
#include "ui/views/message_bar.h"
#include "ui/views/model_panel.h"
#include "ui/views/run_commands.h"
#include "ui/views/runs_panel.h"
#include "ui/views/tone_label.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int firstShown = 3; ///< newest runs drawn when the window opens
constexpr int layoutVersion = 1;

} // namespace

MainWindow::MainWindow(Services& services, SystemScheme* scheme, QWidget* parent)
    : QMainWindow(parent), m_services(services), m_scheme(scheme), m_status(new ToneLabel(Tone::Muted)),
      m_hint(new ToneLabel(Tone::Warning)) {
    setWindowTitle(u"Laptime"_s);
    setWindowIcon(applicationIcon());
    resize(1440, 900);
    m_parts = buildWindow(this, services);
    m_guard = new CloseGuard(this, &m_services.queue, &m_services.scheduler, [this] {
        m_parts.runCommands->finishDeleting();
        keep();
    });
    m_status->setContentsMargins(gridUnit, 0, gridUnit, 0);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addPermanentWidget(m_status);
    connectServices();
    connectPanels();
    connectView();
    restore();
    updateStatus();
}

MainWindow::~MainWindow() = default;

void MainWindow::start() {
    m_services.history.start();
    // Opening oneDNN and counting cores takes longer than a frame.
    QThreadPool::globalInstance()->start([guard = QPointer<MainWindow>(this)] {
        std::vector<DeviceInfo> devices;
        QString trouble;
        try {
            devices = list_devices();
        } catch (const std::exception& error) {
            trouble = QString::fromStdString(error.what());
        }
        QMetaObject::invokeMethod(qApp, [guard, devices, trouble] {
            if (!guard)
                return;
            guard->setDevices(devices);
            if (!trouble.isEmpty())
                guard->m_parts.messages->show(MessageBar::Kind::Error, u"devices"_s, trouble);
        });
    });
}

void MainWindow::connectServices() {
    using Kind = MessageBar::Kind;
    MessageBar* messages = m_parts.messages;
    HistoryService* history = &m_services.history;
    connect(history, &HistoryService::opened, this, [this, messages](const QString& notice) {
        if (!notice.isEmpty())
            messages->show(Kind::Info, u"history"_s, notice);
        m_services.scheduler.start(m_services.history.path());
        updateStatus();
    });
    connect(history, &HistoryService::openFailed, this, [this, messages](const QString& why) {
        m_historyTrouble = tr("no history");
        m_parts.form->setBlocked(tr("Without a history no run can be kept: see the message."));
        messages->show(Kind::Error, u"history"_s, why);
        updateStatus();
    });
    connect(history, &HistoryService::trouble, this, [this, messages](const QString& why) {
        m_historyTrouble = why.isEmpty() ? QString() : tr("history out of reach");
        if (why.isEmpty())
            messages->remove(u"trouble"_s);
        else
            messages->show(Kind::Error, u"trouble"_s, why);
        updateStatus();
    });
    connect(history, &HistoryService::rowsChanged, this, &MainWindow::onRows);
    connect(&m_services.scheduler, &SchedulerService::failed, this,
            [messages](const QString& why) { messages->show(Kind::Error, u"scheduler"_s, why); });
    connect(&m_services.scheduler, &SchedulerService::historyTrouble, this, [messages](const QString& why) {
        if (why.isEmpty())
            messages->remove(u"writing"_s);
        else
            messages->show(Kind::Error, u"writing"_s, why);
    });
    connect(&m_services.scheduler, &SchedulerService::ready, this, &MainWindow::updateStatus);
    connect(&m_services.queue, &QueueWatcher::changed, this, &MainWindow::updateStatus);
    connect(&m_services.hub, &LiveHub::warned, this, [this, messages](RunId run, const RunWarning& warning) {
        const RunRow* row = m_services.runs.row(run);
        const QString name = row ? QString::fromStdString(row->name) : QString::number(run);
        messages->show(Kind::Warning, u"warning "_s + QString::fromStdString(warning.code),
                       tr("%1: %2").arg(name, QString::fromStdString(warning.text)), 20);
    });
    connect(&m_services.hub, &LiveHub::ended, this, [this, messages](RunId run, const RunEnd& end, bool) {
        if (end.status != RunStatus::failed && end.status != RunStatus::diverged)
            return;
        const RunRow* row = m_services.runs.row(run);
        messages->show(Kind::Error, u"ended %1"_s.arg(run),
                       tr("%1 ended: %2")
                           .arg(row ? QString::fromStdString(row->name) : QString::number(run),
                                QString::fromStdString(end.error)));
    });
}

void MainWindow::connectPanels() {
    connect(m_parts.runs, &RunsPanel::selectionChanged, this, [this] {
        const std::vector<RunId> selected = m_parts.runs->selected();
        m_parts.curves->setSelected(selected, m_parts.runs->current());
        m_parts.comparison->setSelected(selected);
        m_parts.model->setRun(m_parts.runs->current());
    });
    connect(m_parts.devices, &DeviceLanes::runChosen, m_parts.runs, &RunsPanel::select);
    connect(m_parts.runCommands, &RunCommands::hint, m_hint, &QLabel::setText);
    connect(m_parts.runCommands, &RunCommands::formFilled, this, [this] { m_parts.form->focusFirst(); });
    connect(m_parts.form, &ExperimentForm::folderChosen, &m_services.settings, &Settings::setFolder);
    connect(m_parts.model, &ModelPanel::folderChosen, &m_services.settings, &Settings::setFolder);
    connect(m_parts.curves->grid(), &PlotGrid::exportFailed, this,
            [this](const QString& why) { m_parts.messages->show(MessageBar::Kind::Error, u"file"_s, why); });
    connect(m_guard, &CloseGuard::stopping, this, &MainWindow::onStopping);
    connect(m_guard, &CloseGuard::mayClose, this, [this] {
        hide();
        emit closed();
    });
}

void MainWindow::connectView() {
    const auto on = [this](Command command, auto slot) {
        connect((*m_parts.actions)[command], &QAction::triggered, this, slot);
    };
    on(Command::Quit, [this] { close(); });
    on(Command::Filter, [this] { m_parts.runs->focusFilter(); });
    on(Command::FollowCurves, [this] { m_parts.curves->grid()->follow(); });
    on(Command::ShowRuns, [this] { m_parts.runs->focusTable(); });
    on(Command::ShowCurves, [this] {
        m_parts.middle->setCurrentWidget(m_parts.curves);
        m_parts.curves->grid()->loss()->setFocus(Qt::ShortcutFocusReason);
    });
    on(Command::ShowComparison, [this] {
        m_parts.middle->setCurrentWidget(m_parts.comparison);
        m_parts.comparison->setFocus(Qt::ShortcutFocusReason);
    });
    on(Command::ShowModel, [this] {
        m_parts.middle->setCurrentWidget(m_parts.model);
        m_parts.model->setFocus(Qt::ShortcutFocusReason);
    });
    on(Command::ShowForm, [this] { m_parts.form->focusFirst(); });
    on(Command::ShowDevices, [this] { m_parts.devices->focusQueue(); });
    on(Command::ThemeSystem, [this] { m_services.settings.setTheme(ThemeChoice::System); });
    on(Command::ThemeLight, [this] { m_services.settings.setTheme(ThemeChoice::Light); });
    on(Command::ThemeDark, [this] { m_services.settings.setTheme(ThemeChoice::Dark); });
    on(Command::ResetLayout, [this] { arrangeDocks(this, m_parts); });
    on(Command::FullScreen, [this](bool full) { full ? showFullScreen() : showNormal(); });
    on(Command::FindCommand,
       [this] { (new CommandFinder(*m_parts.actions, CommandFinder::Order::ByUse, this))->popUp(); });
    on(Command::Shortcuts,
       [this] { (new CommandFinder(*m_parts.actions, CommandFinder::Order::ByShortcut, this))->popUp(); });
    on(Command::About, [this] { showAbout(this); });
    connect(&m_services.settings, &Settings::themeChanged, this, &MainWindow::applyTheme);
    if (m_scheme)
        connect(m_scheme, &SystemScheme::changed, this, &MainWindow::applyTheme);
}

void MainWindow::restore() {
    const Settings& settings = m_services.settings;
    if (!restoreGeometry(settings.windowGeometry()) && screen()) {
        const QSize room = screen()->availableSize();
        resize(std::min(1600, room.width()), std::min(1000, room.height()));
        arrangeDocks(this, m_parts);
    }
    restoreState(settings.windowLayout(), layoutVersion);
    m_parts.form->setFolder(settings.folder());
    m_parts.model->setFolder(settings.folder());
    if (const QString kept = settings.experiment(); !kept.isEmpty()) {
        try {
            m_parts.form->setExperiment(parse_experiment(kept.toStdString()));
        } catch (const std::exception&) {
            // Kept by an older version that knew other words: the first experiment stays in the form.
        }
    }
    const Command theme[] = {Command::ThemeSystem, Command::ThemeLight, Command::ThemeDark};
    (*m_parts.actions)[theme[int(settings.theme())]]->setChecked(true);
}

void MainWindow::keep() {
    m_services.settings.setWindow(saveGeometry(), saveState(layoutVersion));
    if (m_parts.form->launchReason().isEmpty())
        m_services.settings.setExperiment(
            QString::fromStdString(write_experiment(m_parts.form->experiment())));
}

void MainWindow::applyTheme() {
    const ThemeChoice choice = m_services.settings.theme();
    const bool dark =
        choice == ThemeChoice::Dark || (choice == ThemeChoice::System && m_scheme && m_scheme->isDark());
    laptime::ui::applyTheme(*qApp, dark);
}

void MainWindow::onRows() {
    const RunRows rows = m_services.history.rows();
    m_parts.form->setRows(rows);
    if (m_firstRows && !rows->empty()) {
        // Something to look at from the start: the newest runs, and what they are compared with.
        m_firstRows = false;
        QList<RunId> shown;
        for (const RunRow& row : *rows)
            if (shown.size() < firstShown && row.steps > 0)
                shown.append(row.id);
        if (m_services.runs.shown().isEmpty())
            m_services.runs.setShown(shown);
    }
    updateStatus();
}

void MainWindow::onStopping(int runs) {
    // Nothing can be asked for any more, but the window stays alive and says what it waits for.
    for (QWidget* part : {static_cast<QWidget*>(m_parts.runs), static_cast<QWidget*>(m_parts.form),
                          static_cast<QWidget*>(m_parts.devices)})
        part->setEnabled(false);
    m_parts.form->setBlocked(tr("Closing…"));
    m_parts.runCommands->freeze();
    if (runs > 0)
        m_parts.messages->show(
            MessageBar::Kind::Info, u"stopping"_s,
            tr("Stopping %n run(s); the window closes when they are safe.", nullptr, runs));
}

void MainWindow::setDevices(const std::vector<DeviceInfo>& devices) {
    QStringList names;
    for (const DeviceInfo& device : devices)
        names += QString::fromStdString(device.name);
    m_parts.devices->setDevices(names);
    m_parts.form->setDevices(devices);
}

void MainWindow::updateStatus() {
    if (!m_historyTrouble.isEmpty()) {
        m_status->setTone(Tone::Bad);
        m_status->setText(m_historyTrouble);
        return;
    }
    m_status->setTone(Tone::Muted);
    const int waiting = m_services.queue.waiting();
    const int active = int(m_services.queue.entries().size()) - waiting;
    QStringList parts;
    if (!m_services.history.isOpen())
        parts += tr("opening the history…");
    else if (active > 0)
        parts += tr("%n active", nullptr, active);
    else
        parts += tr("ready");
    if (waiting > 0)
        parts += tr("%n waiting", nullptr, waiting);
    m_status->setText(parts.join(u" · "_s));
    m_status->setToolTip(m_services.history.path());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_guard->requestClose())
        event->accept();
    else
        event->ignore();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange && m_parts.actions)
        (*m_parts.actions)[Command::FullScreen]->setChecked(isFullScreen());
}

} // namespace laptime::ui
