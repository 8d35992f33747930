// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to runs that can be taken back: rename, tags, note, baseline. Each keeps what was there before.
#pragma once

#include <QStringList>
#include <QUndoCommand>

#include <functional>

#include "ui/models/history_service.h"
#include "ui/models/runs_model.h"

namespace laptime::ui {

class RenameCommand : public QUndoCommand {
public:
    RenameCommand(HistoryService* history, RunId run, QString before, QString after);
    void redo() override;
    void undo() override;

private:
    HistoryService* m_history;
    RunId m_run;
    QString m_before, m_after;
};

class NoteCommand : public QUndoCommand {
public:
    NoteCommand(HistoryService* history, RunId run, QString before, QString after);
    void redo() override;
    void undo() override;

private:
    HistoryService* m_history;
    RunId m_run;
    QString m_before, m_after;
};

/// Tags of several runs at once, each with its own tags before.
class TagsCommand : public QUndoCommand {
public:
    struct Change {
        RunId run;
        QStringList before, after;
    };
    TagsCommand(HistoryService* history, QList<Change> changes);
    void redo() override;
    void undo() override;

private:
    HistoryService* m_history;
    QList<Change> m_changes;
};

class BaselineCommand : public QUndoCommand {
public:
    /// 0 as `after` unpins.
    BaselineCommand(RunsModel* runs, RunId after, const QString& name);
    void redo() override;
    void undo() override;

private:
    RunsModel* m_runs;
    RunId m_before, m_after;
};

} // namespace laptime::ui
