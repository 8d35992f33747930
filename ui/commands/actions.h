// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the user can do, once: menus, the tool bar, context menus, the command finder and the list of
// shortcuts are all filled from this registry, so a command has one name, one icon and one shortcut wherever
// it appears.
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

#include <initializer_list>
#include <vector>

class QMenu;
class QWidget;

namespace laptime::ui {

enum class Command {
    NewExperiment,
    OpenExperiment,
    SaveExperiment,
    ExportCsv,
    ExportReport,
    ExportImage,
    Quit,
    Undo,
    Redo,
    Rename,
    EditTags,
    EditNote,
    PinBaseline,
    Delete,
    Filter,
    Launch,
    LaunchAgain,
    Stop,
    Pause,
    GoOn,
    Resume,
    MoveEarlier,
    MoveLater,
    FollowCurves,
    ShowRuns,
    ShowCurves,
    ShowComparison,
    ShowModel,
    ShowForm,
    ShowDevices,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    ResetLayout,
    FullScreen,
    FindCommand,
    Shortcuts,
    About,
    Count
};

enum class MenuId { File, Edit, Run, View, Help };

class Actions : public QObject {
    Q_OBJECT

public:
    /// Makes all actions and adds them to `window`, so that their shortcuts work everywhere in it.
    explicit Actions(QWidget* window);
    ~Actions() override;

    QAction* operator[](Command command) const { return m_actions.at(static_cast<int>(command)); }
    const QList<QAction*>& all() const { return m_actions; }

    /// A stable word, as "run.launch"; the action's objectName.
    QString idOf(Command command) const { return (*this)[command]->objectName(); }
    static QString titleOf(MenuId menu);

    /// Fills a menu with the commands that belong to it, with separators between groups.
    void fill(QMenu* menu, MenuId id) const;
    /// A menu of chosen commands; Command::Count stands for a separator.
    void fill(QMenu* menu, std::initializer_list<Command> commands) const;

private:
    struct Spec;
    static std::vector<Spec> makeSpecs();

    std::vector<Spec> m_specs;
    QList<QAction*> m_actions;
};

} // namespace laptime::ui
