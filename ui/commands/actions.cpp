// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands.
#include "ui/commands/actions.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QWidget>

#include <array>

#include "ui/settings/icons.h"

namespace laptime::ui {

namespace {

struct Spec {
    Command command;
    const char* id;
    MenuId menu;
    int group; ///< within the menu: a separator stands where it changes
    const char* text;
    const char* tip;
    const char* shortcut;
    const char* icon;
    bool checkable = false;
};

#define LAPTIME_TEXT(text) QT_TRANSLATE_NOOP("laptime::ui::Actions", text)

const std::array<Spec, static_cast<int>(Command::Count)> specs{{
    {Command::NewExperiment, "file.new", MenuId::File, 0, LAPTIME_TEXT("&New experiment"),
     LAPTIME_TEXT("Fill the form with the experiment a first start shows"), "Ctrl+N", "new"},
    {Command::OpenExperiment, "file.open", MenuId::File, 0, LAPTIME_TEXT("&Load experiment from file…"),
     LAPTIME_TEXT("Fill the form from an experiment file (TOML)"), "Ctrl+O", "open"},
    {Command::SaveExperiment, "file.save", MenuId::File, 0, LAPTIME_TEXT("&Save experiment as file…"),
     LAPTIME_TEXT("Write the form as an experiment file, which the command line understands too"), "Ctrl+S", "save"},
    {Command::ExportCsv, "file.export_csv", MenuId::File, 1, LAPTIME_TEXT("Export &points as CSV…"),
     LAPTIME_TEXT("Write every point of the selected run"), "Ctrl+E", "table"},
    {Command::ExportReport, "file.export_report", MenuId::File, 1, LAPTIME_TEXT("Export &report…"),
     LAPTIME_TEXT("Write the comparison of the selected runs with the baseline as HTML, Markdown, CSV or JSON"),
     "Ctrl+Shift+E", "report"},
    {Command::ExportImage, "file.export_image", MenuId::File, 1, LAPTIME_TEXT("Export curves as &image…"),
     LAPTIME_TEXT("Write the plots as they are shown, as PNG"), "Ctrl+Shift+I", "image"},
    {Command::Quit, "file.quit", MenuId::File, 2, LAPTIME_TEXT("&Quit"), LAPTIME_TEXT("Close the window"), "Ctrl+Q",
     ""},
    {Command::Undo, "edit.undo", MenuId::Edit, 0, LAPTIME_TEXT("&Undo"), LAPTIME_TEXT("Undo the last change"), "Ctrl+Z",
     "undo"},
    {Command::Redo, "edit.redo", MenuId::Edit, 0, LAPTIME_TEXT("&Redo"), LAPTIME_TEXT("Do it again"), "Ctrl+Shift+Z",
     "redo"},
    {Command::Rename, "edit.rename", MenuId::Edit, 1, LAPTIME_TEXT("Re&name"),
     LAPTIME_TEXT("Give the selected run another name"), "F2", "rename"},
    {Command::EditTags, "edit.tags", MenuId::Edit, 1, LAPTIME_TEXT("&Tags…"),
     LAPTIME_TEXT("Tag the selected runs; a filter such as tag:paper finds them"), "Ctrl+T", "tag"},
    {Command::EditNote, "edit.note", MenuId::Edit, 1, LAPTIME_TEXT("N&ote…"),
     LAPTIME_TEXT("Write down what you learned from the selected run"), "Ctrl+M", "note"},
    {Command::PinBaseline, "edit.baseline", MenuId::Edit, 1, LAPTIME_TEXT("Pin as &baseline"),
     LAPTIME_TEXT("Compare every other run with the selected one"), "Ctrl+B", "pin", true},
    {Command::Delete, "edit.delete", MenuId::Edit, 2, LAPTIME_TEXT("&Delete"),
     LAPTIME_TEXT("Delete the selected runs; for a few seconds you can take it back"), "Del", "delete"},
    {Command::Filter, "edit.filter", MenuId::Edit, 3, LAPTIME_TEXT("&Filter runs"),
     LAPTIME_TEXT("Go to the filter above the runs"), "Ctrl+F", "filter"},
    {Command::Launch, "run.launch", MenuId::Run, 0, LAPTIME_TEXT("&Launch"),
     LAPTIME_TEXT("Start the experiment in the form, or queue it behind what runs"), "Ctrl+Return", "launch"},
    {Command::LaunchAgain, "run.again", MenuId::Run, 0, LAPTIME_TEXT("Launch a&gain with changes"),
     LAPTIME_TEXT("Fill the form with the experiment of the selected run"), "Ctrl+L", "again"},
    {Command::Stop, "run.stop", MenuId::Run, 1, LAPTIME_TEXT("&Stop"), LAPTIME_TEXT("End the selected runs for good"),
     "Ctrl+.", "stop"},
    {Command::Pause, "run.pause", MenuId::Run, 1, LAPTIME_TEXT("&Pause"),
     LAPTIME_TEXT("Hold the selected runs; they keep their device"), "Ctrl+P", "pause"},
    {Command::GoOn, "run.go_on", MenuId::Run, 1, LAPTIME_TEXT("&Go on"), LAPTIME_TEXT("Let the paused runs go on"),
     "Ctrl+Shift+P", "play"},
    {Command::Resume, "run.resume", MenuId::Run, 1, LAPTIME_TEXT("&Resume"),
     LAPTIME_TEXT("Queue the selected interrupted or stopped runs again, to go on from their last checkpoint"), "Ctrl+R",
     "resume"},
    {Command::MoveEarlier, "run.earlier", MenuId::Run, 2, LAPTIME_TEXT("Move &earlier in the queue"),
     LAPTIME_TEXT("Let the selected waiting run start sooner"), "Alt+Up", "up"},
    {Command::MoveLater, "run.later", MenuId::Run, 2, LAPTIME_TEXT("Move l&ater in the queue"),
     LAPTIME_TEXT("Let the selected waiting run start later"), "Alt+Down", "down"},
    {Command::FollowCurves, "view.follow", MenuId::View, 0, LAPTIME_TEXT("F&it curves and follow"),
     LAPTIME_TEXT("Show the whole of every curve, and keep its end in view while the run goes on"), "Ctrl+0", "fit"},
    {Command::ShowRuns, "view.runs", MenuId::View, 1, LAPTIME_TEXT("Go to &runs"), LAPTIME_TEXT("Go to the runs table"),
     "Ctrl+1", ""},
    {Command::ShowCurves, "view.curves", MenuId::View, 1, LAPTIME_TEXT("Go to &curves"), LAPTIME_TEXT("Go to the plots"),
     "Ctrl+2", ""},
    {Command::ShowComparison, "view.comparison", MenuId::View, 1, LAPTIME_TEXT("Go to co&mparison"),
     LAPTIME_TEXT("Go to the comparison with the baseline"), "Ctrl+3", ""},
    {Command::ShowForm, "view.form", MenuId::View, 1, LAPTIME_TEXT("Go to experiment form"),
     LAPTIME_TEXT("Go to the form of the next experiment"), "Ctrl+4", ""},
    {Command::ShowDevices, "view.devices", MenuId::View, 1, LAPTIME_TEXT("Go to &devices"),
     LAPTIME_TEXT("Go to the devices and their queue"), "Ctrl+5", ""},
    {Command::ThemeSystem, "view.theme_system", MenuId::View, 2, LAPTIME_TEXT("Theme of the &system"),
     LAPTIME_TEXT("Light or dark as the rest of the desktop"), "", "", true},
    {Command::ThemeLight, "view.theme_light", MenuId::View, 2, LAPTIME_TEXT("&Light theme"), LAPTIME_TEXT("Always light"),
     "", "", true},
    {Command::ThemeDark, "view.theme_dark", MenuId::View, 2, LAPTIME_TEXT("Dar&k theme"), LAPTIME_TEXT("Always dark"), "",
     "", true},
    {Command::ResetLayout, "view.reset", MenuId::View, 3, LAPTIME_TEXT("Reset l&ayout"),
     LAPTIME_TEXT("Put every part of the window back where it was at the first start"), "", ""},
    {Command::FullScreen, "view.full_screen", MenuId::View, 3, LAPTIME_TEXT("F&ull screen"),
     LAPTIME_TEXT("Use the whole screen"), "F11", "", true},
    {Command::FindCommand, "help.find", MenuId::Help, 0, LAPTIME_TEXT("&Find a command…"),
     LAPTIME_TEXT("Type a part of a command's name"), "Ctrl+K", "search"},
    {Command::Shortcuts, "help.shortcuts", MenuId::Help, 0, LAPTIME_TEXT("Keyboard &shortcuts"),
     LAPTIME_TEXT("List every command with its shortcut"), "F1", "keyboard"},
    {Command::About, "help.about", MenuId::Help, 1, LAPTIME_TEXT("&About Laptime"),
     LAPTIME_TEXT("Version, licences and libraries"), "", ""},
}};

#undef LAPTIME_TEXT

const Spec& specOf(Command command) { return specs.at(static_cast<int>(command)); }

QString translated(const char* text) { return QCoreApplication::translate("laptime::ui::Actions", text); }

} // namespace

Actions::Actions(QWidget* window) : QObject(window) {
    for (int i = 0; i < static_cast<int>(Command::Count); ++i) {
        const Spec& spec = specs.at(i);
        Q_ASSERT(static_cast<int>(spec.command) == i);
        auto* action = new QAction(translated(spec.text), this);
        action->setObjectName(QLatin1String(spec.id));
        action->setCheckable(spec.checkable);
        const QKeySequence shortcut(QLatin1String(spec.shortcut), QKeySequence::PortableText);
        action->setShortcut(shortcut);
        QString tip = translated(spec.tip);
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

QString Actions::idOf(Command command) { return QLatin1String(specOf(command).id); }

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
    for (const Spec& spec : specs) {
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
