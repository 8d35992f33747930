// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands on runs do: enables them by the state of the selected runs, and carries them out.
#pragma once

#include <QObject>
#include <QUndoStack>

#include <vector>

#include "ui/commands/actions.h"
#include "ui/views/services.h"

namespace laptime::ui {

class ExperimentForm;
class MessageBar;
class RunsPanel;

class RunCommands : public QObject {
    Q_OBJECT

public:
    RunCommands(Services& services, Actions* actions, RunsPanel* panel, ExperimentForm* form,
                MessageBar* messages, QObject* parent = nullptr);
    ~RunCommands() override;

    /// Deletions that could still be taken back are carried out (the window closes).
    void finishDeleting();
    QUndoStack* undoStack() { return &m_undo; }
    /// From now on nothing can be asked for (the window closes).
    void freeze();
    /// Enables each command where it does something for the selected runs.
    void update();

signals:
    /// About the selection, for the status bar: why some commands are off. Empty: nothing to say.
    void hint(const QString& text);
    /// The form was filled from a run.
    void formFilled();

private:
    bool isOurs(RunId run) const;
    RunStatus statusOf(RunId run) const;
    std::vector<RunId> selectedWith(std::initializer_list<RunStatus> states) const;
    void launch();
    void launchAgain();
    void editTags();
    void editNote();
    void pinBaseline();
    void remove();
    void tags(const std::vector<RunId>& runs, const QStringList& words);
    void selectLaunched();
    void whenFails(const QString& what, const QString& why);

    Services& m_services;
    Actions& m_actions;
    RunsPanel* m_panel;
    ExperimentForm* m_form;
    MessageBar* m_messages;
    QUndoStack m_undo;
    bool m_frozen = false;
    RunId m_launched = 0;          ///< to be selected as soon as it is in the table
    std::vector<RunId> m_deleting; ///< out of the table, still in the history
};

} // namespace laptime::ui
