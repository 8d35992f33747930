// SPDX-License-Identifier: GPL-3.0-or-later
// The texts name the run, because "Undo Rename" alone does not say what will change.
#include "ui/commands/undo_commands.h"

#include <QCoreApplication>

namespace laptime::ui {

namespace {

QString translated(const char* source) {
    return QCoreApplication::translate("laptime::ui::UndoCommands", source);
}

} // namespace

RenameCommand::RenameCommand(HistoryService* history, RunId run, QString before, QString after)
    : m_history(history), m_run(run), m_before(std::move(before)), m_after(std::move(after)) {
    setText(translated(QT_TRANSLATE_NOOP("laptime::ui::UndoCommands", "rename of “%1”")).arg(m_before));
}

void RenameCommand::redo() {
    m_history->rename(m_run, m_after);
}
void RenameCommand::undo() {
    m_history->rename(m_run, m_before);
}

NoteCommand::NoteCommand(HistoryService* history, RunId run, QString before, QString after)
    : m_history(history), m_run(run), m_before(std::move(before)), m_after(std::move(after)) {
    setText(translated(QT_TRANSLATE_NOOP("laptime::ui::UndoCommands", "note")));
}

void NoteCommand::redo() {
    m_history->setNote(m_run, m_after);
}
void NoteCommand::undo() {
    m_history->setNote(m_run, m_before);
}

TagsCommand::TagsCommand(HistoryService* history, QList<Change> changes)
    : m_history(history), m_changes(std::move(changes)) {
    setText(translated(QT_TRANSLATE_NOOP("laptime::ui::UndoCommands", "tags")));
}

void TagsCommand::redo() {
    for (const Change& change : m_changes)
        m_history->setTags(change.run, change.after);
}

void TagsCommand::undo() {
    for (const Change& change : m_changes)
        m_history->setTags(change.run, change.before);
}

BaselineCommand::BaselineCommand(RunsModel* runs, RunId after, const QString& name)
    : m_runs(runs), m_before(runs->baseline()), m_after(after) {
    setText(after ? translated(QT_TRANSLATE_NOOP("laptime::ui::UndoCommands", "baseline “%1”")).arg(name)
                  : translated(QT_TRANSLATE_NOOP("laptime::ui::UndoCommands", "removal of the baseline")));
}

void BaselineCommand::redo() {
    m_runs->setBaseline(m_after);
}
void BaselineCommand::undo() {
    m_runs->setBaseline(m_before);
}

} // namespace laptime::ui
