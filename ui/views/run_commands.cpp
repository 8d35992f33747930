// SPDX-License-Identifier: GPL-3.0-or-later
// A run that another process owns can be watched, renamed and compared, but not stopped from here.
#include "ui/views/run_commands.h"

#include <algorithm>

#include "engine/experiment/read_experiment.h"
#include "ui/commands/undo_commands.h"
#include "ui/models/numbers.h"
#include "ui/views/experiment_form.h"
#include "ui/views/message_bar.h"
#include "ui/views/runs_panel.h"
#include "ui/views/runs_table_proxy.h"
#include "ui/views/text_popup.h"

namespace laptime::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int undoSeconds = 8;

QStringList tagsOf(const RunRow& row) {
    QStringList words;
    for (const std::string& tag : row.tags)
        words += QString::fromStdString(tag);
    return words;
}

} // namespace

RunCommands::RunCommands(Services& services, Actions* actions, RunsPanel* panel, ExperimentForm* form,
                         MessageBar* messages, QObject* parent)
    : QObject(parent), m_services(services), m_actions(*actions), m_panel(panel), m_form(form),
      m_messages(messages) {
    const auto on = [&](Command command, auto slot) {
        connect(m_actions[command], &QAction::triggered, this, slot);
    };
    on(Command::Launch, &RunCommands::launch);
    on(Command::LaunchAgain, &RunCommands::launchAgain);
    on(Command::Stop, [this] {
        m_services.scheduler.stop(selectedWith({RunStatus::running, RunStatus::paused, RunStatus::queued}));
    });
    on(Command::Pause, [this] { m_services.scheduler.pause(selectedWith({RunStatus::running})); });
    on(Command::GoOn, [this] { m_services.scheduler.unpause(selectedWith({RunStatus::paused})); });
    on(Command::Resume, [this] {
        std::vector<RunId> runs;
        for (RunId run : m_panel->selectedWithRepeats())
            if (const RunRow* row = m_services.runs.row(run); row && row->resumable && is_ended(row->status))
                runs.push_back(run);
        m_services.scheduler.resume(runs);
        m_services.history.refresh();
    });
    on(Command::MoveEarlier, [this] { m_services.scheduler.move(m_panel->current(), -1); });
    on(Command::MoveLater, [this] { m_services.scheduler.move(m_panel->current(), 1); });
    on(Command::Rename, [this] { m_panel->editName(m_panel->current()); });
    on(Command::EditTags, &RunCommands::editTags);
    on(Command::EditNote, &RunCommands::editNote);
    on(Command::PinBaseline, &RunCommands::pinBaseline);
    on(Command::Delete, &RunCommands::remove);
    on(Command::Undo, [this] { m_undo.undo(); });
    on(Command::Redo, [this] { m_undo.redo(); });

    RunsModel* runs = &m_services.runs;
    HistoryService* history = &m_services.history;
    connect(runs, &RunsModel::renameRequested, this, [this, history, runs](RunId run, const QString& name) {
        if (const RunRow* row = runs->row(run))
            m_undo.push(new RenameCommand(history, run, QString::fromStdString(row->name), name));
    });
    connect(runs, &RunsModel::noteRequested, this, [this, history, runs](RunId run, const QString& note) {
        if (const RunRow* row = runs->row(run))
            m_undo.push(new NoteCommand(history, run, QString::fromStdString(row->note), note));
    });
    connect(runs, &RunsModel::tagsRequested, this,
            [this](RunId run, const QStringList& words) { tags({run}, words); });
    const auto undoTexts = [this] {
        const QString undo = m_undo.undoText(), redo = m_undo.redoText();
        m_actions[Command::Undo]->setEnabled(m_undo.canUndo());
        m_actions[Command::Redo]->setEnabled(m_undo.canRedo());
        m_actions[Command::Undo]->setText(undo.isEmpty() ? tr("&Undo") : tr("&Undo %1").arg(undo));
        m_actions[Command::Redo]->setText(redo.isEmpty() ? tr("&Redo") : tr("&Redo %1").arg(redo));
    };
    connect(&m_undo, &QUndoStack::indexChanged, this, undoTexts);
    undoTexts();

    connect(m_panel, &RunsPanel::selectionChanged, this, &RunCommands::update);
    connect(&m_services.queue, &QueueWatcher::changed, this, &RunCommands::update);
    connect(history, &HistoryService::rowsChanged, this, [this] {
        selectLaunched();
        update();
    });
    connect(runs, &RunsModel::baselineChanged, this, &RunCommands::update);
    connect(&m_services.hub, &LiveHub::statusChanged, this, &RunCommands::update);
    connect(m_messages, &MessageBar::dismissed, this, [this](const QString& key) {
        if (key == u"deleted"_s)
            finishDeleting();
    });
    connect(history, &HistoryService::changeFailed, this, &RunCommands::whenFails);
    update();
}

RunCommands::~RunCommands() {
    // The stack tells of its clearing; by then the actions may be gone.
    m_undo.disconnect(this);
}

bool RunCommands::isOurs(RunId run) const {
    const auto& entries = m_services.queue.entries();
    return std::any_of(entries.begin(), entries.end(),
                       [run](const QueueEntry& entry) { return entry.id == run; });
}

RunStatus RunCommands::statusOf(RunId run) const {
    for (const QueueEntry& entry : m_services.queue.entries())
        if (entry.id == run)
            return entry.status;
    const RunRow* row = m_services.runs.row(run);
    return row ? row->status : RunStatus::failed;
}

std::vector<RunId> RunCommands::selectedWith(std::initializer_list<RunStatus> states) const {
    std::vector<RunId> runs;
    for (RunId run : m_panel->selectedWithRepeats())
        if (isOurs(run) && std::find(states.begin(), states.end(), statusOf(run)) != states.end())
            runs.push_back(run);
    return runs;
}

void RunCommands::freeze() {
    m_frozen = true;
    for (QAction* action : m_actions.all())
        action->setEnabled(false);
}

void RunCommands::update() {
    if (m_frozen)
        return;
    const std::vector<RunId> selected = m_panel->selected();
    const RunRow* current = m_services.runs.row(m_panel->current());
    const bool one = selected.size() == 1 && current, any = !selected.empty();
    int resumable = 0, deletable = 0, foreign = 0, others = 0;
    const RunRow* baseline = m_services.runs.row(m_services.runs.baseline());
    const std::vector<RunId> members = m_panel->selectedWithRepeats();
    for (RunId run : members) {
        const RunRow* row = m_services.runs.row(run);
        if (!row)
            continue;
        const bool active = !is_ended(row->status);
        resumable += row->resumable && !active && !isOurs(run);
        deletable += !active && !isOurs(run);
        foreign += active && !isOurs(run);
        others += baseline && row->group != baseline->group && row->id != baseline->id;
    }
    const auto enable = [this](Command command, bool on) { m_actions[command]->setEnabled(on); };
    enable(Command::LaunchAgain, one);
    enable(Command::Stop, !selectedWith({RunStatus::running, RunStatus::paused, RunStatus::queued}).empty());
    enable(Command::Pause, !selectedWith({RunStatus::running}).empty());
    enable(Command::GoOn, !selectedWith({RunStatus::paused}).empty());
    enable(Command::Resume, resumable > 0);
    const bool waiting = one && isOurs(current->id) && statusOf(current->id) == RunStatus::queued;
    enable(Command::MoveEarlier, waiting);
    enable(Command::MoveLater, waiting);
    enable(Command::Rename, one);
    enable(Command::EditTags, any);
    enable(Command::EditNote, one);
    enable(Command::PinBaseline, one);
    m_actions[Command::PinBaseline]->setChecked(one && current->id == m_services.runs.baseline());
    enable(Command::ExportCsv, one);
    enable(Command::ExportReport, others > 0);
    enable(Command::Delete, deletable > 0);
    QString words;
    if (foreign > 0 && foreign == int(members.size()))
        words = tr("This run belongs to another Laptime window or terminal: it can be watched here, not "
                   "controlled.");
    emit hint(words);
}

void RunCommands::launch() {
    const Experiment experiment = m_form->experiment();
    m_form->setLaunching(true);
    m_services.scheduler.launch(
        experiment, this,
        [this](const std::vector<RunId>& runs) {
            m_form->setLaunching(false);
            m_messages->remove(u"launch"_s);
            for (RunId run : runs)
                m_services.runs.setShown(run, true);
            m_launched = runs.empty() ? 0 : runs.front();
            m_services.history.refresh();
            m_services.queue.refresh();
            selectLaunched();
        },
        [this](const std::vector<Problem>& problems) {
            m_form->setLaunching(false);
            m_form->showProblems(problems);
            QStringList texts;
            for (const Problem& problem : problems)
                texts += QString::fromStdString(problem.message);
            m_messages->show(MessageBar::Kind::Error, u"launch"_s,
                             tr("Not launched: %1").arg(texts.join(u' ')));
        });
}

void RunCommands::selectLaunched() {
    // The commands then act on it; a filter that hides it leaves the selection as it was.
    if (!m_launched || !m_services.runs.row(m_launched))
        return;
    m_panel->select(m_launched);
    m_launched = 0;
}

void RunCommands::launchAgain() {
    m_services.history.query(
        this, [run = m_panel->current()](History& history) { return history.run(run).experiment; },
        [this](Experiment experiment) {
            // A name that only said what the settings were would be wrong once they change.
            if (QString::fromStdString(experiment.name) == suggestedName(experiment))
                experiment.name.clear();
            m_form->setExperiment(experiment);
            emit formFilled();
        },
        [this](const QString& why) { whenFails(tr("read the experiment of the run"), why); });
}

void RunCommands::editTags() {
    const std::vector<RunId> selected = m_panel->selectedWithRepeats();
    const RunRow* first = selected.empty() ? nullptr : m_services.runs.row(selected.front());
    if (!first)
        return;
    QStringList known;
    for (const RunRow& row : *m_services.history.rows())
        known += tagsOf(row);
    known.removeDuplicates();
    auto* popup = new TextPopup(
        tr("Tags of %n run(s)", nullptr, int(selected.size())), TextPopup::Shape::Line,
        tagsOf(*first).join(u' '),
        [this, selected](const QString& text) {
            QStringList words = text.split(u' ', Qt::SkipEmptyParts);
            words.replaceInStrings(u","_s, QString());
            words.removeDuplicates();
            tags(selected, words);
        },
        m_panel);
    popup->setWords(known);
    popup->popUp(m_panel->anchorOf(first->id));
}

void RunCommands::tags(const std::vector<RunId>& runs, const QStringList& words) {
    QList<TagsCommand::Change> changes;
    for (RunId run : runs)
        if (const RunRow* row = m_services.runs.row(run); row && tagsOf(*row) != words)
            changes.append({run, tagsOf(*row), words});
    if (!changes.isEmpty())
        m_undo.push(new TagsCommand(&m_services.history, changes));
}

void RunCommands::editNote() {
    const RunRow* row = m_services.runs.row(m_panel->current());
    if (!row)
        return;
    const RunId run = row->id;
    const QString before = QString::fromStdString(row->note);
    auto* popup = new TextPopup(
        tr("Note on %1").arg(QString::fromStdString(row->name)), TextPopup::Shape::Paragraph, before,
        [this, run, before](const QString& text) {
            if (text != before)
                m_undo.push(new NoteCommand(&m_services.history, run, before, text));
        },
        m_panel);
    popup->popUp(m_panel->anchorOf(run));
}

void RunCommands::pinBaseline() {
    const RunRow* row = m_services.runs.row(m_panel->current());
    if (!row)
        return;
    const RunId next = m_services.runs.baseline() == row->id ? 0 : row->id;
    m_undo.push(new BaselineCommand(&m_services.runs, next, QString::fromStdString(row->name)));
}

void RunCommands::remove() {
    finishDeleting(); // an earlier one: only the newest can be taken back
    int active = 0;
    for (RunId run : m_panel->selectedWithRepeats()) {
        if (isOurs(run) || !is_ended(statusOf(run)))
            ++active;
        else
            m_deleting.push_back(run);
    }
    if (active > 0)
        m_messages->show(MessageBar::Kind::Warning, u"active"_s,
                         tr("%n active run(s) cannot be deleted; stop them first.", nullptr, active),
                         undoSeconds);
    if (m_deleting.empty())
        return;
    m_panel->proxy()->hideRuns(m_deleting);
    for (RunId run : m_deleting)
        m_services.runs.setShown(run, false);
    m_messages->show(MessageBar::Kind::Info, u"deleted"_s,
                     tr("%n run(s) deleted.", nullptr, int(m_deleting.size())), undoSeconds,
                     {tr("Take it back"), [this] {
                          m_panel->proxy()->bringBack(m_deleting);
                          m_deleting.clear();
                      }});
}

void RunCommands::finishDeleting() {
    if (m_deleting.empty())
        return;
    m_messages->remove(u"deleted"_s);
    m_services.history.remove(m_deleting);
    m_deleting.clear();
}

void RunCommands::whenFails(const QString& what, const QString& why) {
    m_messages->show(MessageBar::Kind::Error, u"change"_s, tr("Could not %1: %2").arg(what, why));
    m_services.history.refresh(); // what the table shows is what is kept
}

} // namespace laptime::ui
