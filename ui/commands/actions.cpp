// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands.
#include "ui/commands/actions.h"

#include <QActionGroup>
#include <QMenu>
#include <QWidget>

#include "ui/settings/icons.h"

namespace laptime::ui {

struct Actions::Spec {
    Command command;
    const char* id;
    MenuId menu;
    int group; ///< within the menu: a separator stands where it changes
    QString text;
    QString tip;
    const char* shortcut;
    const char* icon;
    bool checkable = false;
};

/// The table, in the order of Command.
std::vector<Actions::Spec> Actions::makeSpecs() {
    return {
        {Command::NewExperiment, "file.new", MenuId::File, 0, tr("&New experiment"),
         tr("Fill the form with the experiment a first start shows"), "Ctrl+N", "new"},
        {Command::OpenExperiment, "file.open", MenuId::File, 0, tr("&Load experiment from file…"),
         tr("Fill the form from an experiment file (TOML)"), "Ctrl+O", "open"},
        {Command::SaveExperiment, "file.save", MenuId::File, 0, tr("&Save experiment as file…"),
         tr("Write the form as an experiment file, which the command line understands too"), "Ctrl+S",
         "save"},
        {Command::ExportCsv, "file.export_csv", MenuId::File, 1, tr("Export &points as CSV…"),
         tr("Write every point of the selected run"), "Ctrl+E", "table"},
        {Command::ExportReport, "file.export_report", MenuId::File, 1, tr("Export &report…"),
         tr("Write the comparison of the selected runs with the baseline as HTML, Markdown, CSV or JSON"),
         "Ctrl+Shift+E", "report"},
        {Command::ExportImage, "file.export_image", MenuId::File, 1, tr("Export curves as &image…"),
         tr("Write the plots as they are shown, as PNG"), "Ctrl+Shift+I", "image"},
        {Command::Quit, "file.quit", MenuId::File, 2, tr("&Quit"), tr("Close the window"), "Ctrl+Q", ""},
        {Command::Undo, "edit.undo", MenuId::Edit, 0, tr("&Undo"), tr("Undo the last change"), "Ctrl+Z",
         "undo"},
        {Command::Redo, "edit.redo", MenuId::Edit, 0, tr("&Redo"), tr("Do it again"), "Ctrl+Shift+Z", "redo"},
        {Command::Rename, "edit.rename", MenuId::Edit, 1, tr("Re&name"),
         tr("Give the selected run another name"), "F2", "rename"},
        {Command::EditTags, "edit.tags", MenuId::Edit, 1, tr("&Tags…"),
         tr("Tag the selected runs; a filter such as tag:paper finds them"), "Ctrl+T", "tag"},
        {Command::EditNote, "edit.note", MenuId::Edit, 1, tr("N&ote…"),
         tr("Write down what you learned from the selected run"), "Ctrl+M", "note"},
        {Command::PinBaseline, "edit.baseline", MenuId::Edit, 1, tr("Pin as &baseline"),
         tr("Compare every other run with the selected one"), "Ctrl+B", "pin", true},
        {Command::Delete, "edit.delete", MenuId::Edit, 2, tr("&Delete"),
         tr("Delete the selected runs; for a few seconds you can take it back"), "Del", "delete"},
        {Command::Filter, "edit.filter", MenuId::Edit, 3, tr("&Filter runs"),
         tr("Go to the filter above the runs"), "Ctrl+F", "filter"},
        {Command::Launch, "run.launch", MenuId::Run, 0, tr("&Launch"),
         tr("Start the experiment in the form, or queue it behind what runs"), "Ctrl+Return", "launch"},
        {Command::LaunchAgain, "run.again", MenuId::Run, 0, tr("Launch agai&n with changes"),
         tr("Fill the form with the experiment of the selected run"), "Ctrl+L", "again"},
        {Command::Stop, "run.stop", MenuId::Run, 1, tr("&Stop"), tr("End the selected runs for good"),
         "Ctrl+.", "stop"},
        {Command::Pause, "run.pause", MenuId::Run, 1, tr("&Pause"),
         tr("Hold the selected runs; they keep their device"), "Ctrl+P", "pause"},
        {Command::GoOn, "run.go_on", MenuId::Run, 1, tr("&Go on"), tr("Let the paused runs go on"),
         "Ctrl+Shift+P", "play"},
        {Command::Resume, "run.resume", MenuId::Run, 1, tr("&Resume"),
         tr("Queue the selected interrupted or stopped runs again, to go on from their last checkpoint"),
         "Ctrl+R", "resume"},
        {Command::MoveEarlier, "run.earlier", MenuId::Run, 2, tr("Move &earlier in the queue"),
         tr("Let the selected waiting run start sooner"), "Alt+Up", "up"},
        {Command::MoveLater, "run.later", MenuId::Run, 2, tr("Move l&ater in the queue"),
         tr("Let the selected waiting run start later"), "Alt+Down", "down"},
        {Command::FollowCurves, "view.follow", MenuId::View, 0, tr("F&it curves and follow"),
         tr("Show the whole of every curve, and keep its end in view while the run goes on"), "Ctrl+0",
         "fit"},
        {Command::ShowRuns, "view.runs", MenuId::View, 1, tr("Go to &runs"), tr("Go to the runs table"),
         "Ctrl+1", ""},
        {Command::ShowCurves, "view.curves", MenuId::View, 1, tr("Go to &curves"), tr("Go to the plots"),
         "Ctrl+2", ""},
        {Command::ShowComparison, "view.comparison", MenuId::View, 1, tr("Go to co&mparison"),
         tr("Go to the comparison with the baseline"), "Ctrl+3", ""},
        {Command::ShowModel, "view.model", MenuId::View, 1, tr("Go to m&odel"),
         tr("Go to the trained model of the selected run"), "Ctrl+6", ""},
        {Command::ShowForm, "view.form", MenuId::View, 1, tr("Go to experiment form"),
         tr("Go to the form of the next experiment"), "Ctrl+4", ""},
        {Command::ShowDevices, "view.devices", MenuId::View, 1, tr("Go to &devices"),
         tr("Go to the devices and their queue"), "Ctrl+5", ""},
        {Command::ThemeSystem, "view.theme_system", MenuId::View, 2, tr("Theme of the &system"),
         tr("Light or dark as the rest of the desktop"), "", "", true},
        {Command::ThemeLight, "view.theme_light", MenuId::View, 2, tr("&Light theme"), tr("Always light"), "",
         "", true},
        {Command::ThemeDark, "view.theme_dark", MenuId::View, 2, tr("Dar&k theme"), tr("Always dark"), "", "",
         true},
        {Command::ResetLayout, "view.reset", MenuId::View, 3, tr("Reset l&ayout"),
         tr("Put every part of the window back where it was at the first start"), "", ""},
        {Command::FullScreen, "view.full_screen", MenuId::View, 3, tr("F&ull screen"),
         tr("Use the whole screen"), "F11", "", true},
        {Command::FindCommand, "help.find", MenuId::Help, 0, tr("&Find a command…"),
         tr("Type a part of a command's name"), "Ctrl+Shift+A", "search"},
        {Command::Shortcuts, "help.shortcuts", MenuId::Help, 0, tr("Keyboard &shortcuts"),
         tr("List every command with its shortcut"), "F1", "keyboard"},
        {Command::About, "help.about", MenuId::Help, 1, tr("&About Laptime"),
         tr("Version, licences and libraries"), "", ""},
    };
}

Actions::~Actions() = default;

Actions::Actions(QWidget* window) : QObject(window), m_specs(makeSpecs()) {
    for (const Spec& spec : m_specs) {
        Q_ASSERT(static_cast<int>(spec.command) == m_actions.size());
        auto* action = new QAction(spec.text, this);
        action->setObjectName(QLatin1String(spec.id));
        action->setCheckable(spec.checkable);
        const QKeySequence shortcut(QLatin1String(spec.shortcut), QKeySequence::PortableText);
        action->setShortcut(shortcut);
        QString tip = spec.tip;
        action->setStatusTip(tip);
        if (!shortcut.isEmpty())
            tip += QStringLiteral(" (%1)").arg(shortcut.toString(QKeySequence::NativeText));
        action->setToolTip(tip);
        if (*spec.icon)
            action->setIcon(themedIcon(QLatin1String(spec.icon)));
        m_actions.append(action);
    }
    window->addActions(m_actions);
    auto* themes = new QActionGroup(this);
    for (Command command : {Command::ThemeSystem, Command::ThemeLight, Command::ThemeDark})
        themes->addAction((*this)[command]);
}

QString Actions::titleOf(MenuId menu) {
    switch (menu) {
    case MenuId::File:
        return tr("&File");
    case MenuId::Edit:
        return tr("&Edit");
    case MenuId::Run:
        return tr("&Run");
    case MenuId::View:
        return tr("&View");
    case MenuId::Help:
        return tr("&Help");
    }
    return {};
}

void Actions::fill(QMenu* menu, MenuId id) const {
    int group = 0;
    for (const Spec& spec : m_specs) {
        if (spec.menu != id)
            continue;
        if (spec.group != group)
            menu->addSeparator();
        group = spec.group;
        menu->addAction((*this)[spec.command]);
    }
}

void Actions::fill(QMenu* menu, std::initializer_list<Command> commands) const {
    for (Command command : commands) {
        if (command == Command::Count)
            menu->addSeparator();
        else
            menu->addAction((*this)[command]);
    }
}

} // namespace laptime::ui
