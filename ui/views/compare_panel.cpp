// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is computed while the panel is out of sight, nor twice for the same runs in the same state.
#include "ui/views/compare_panel.h"

#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/settings/theme.h"
#include "ui/views/comparison_card.h"
#include "ui/views/empty_state.h"

namespace laptime::ui {

namespace {

constexpr int mostArms = 6;

RunId groupIdOf(const RunRow& row) {
    return row.group ? row.group : row.id;
}

} // namespace

ComparePanel::ComparePanel(RunsModel* runs, HistoryService* history, Actions* actions, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_history(history), m_actions(*actions), m_stack(new QStackedWidget),
      m_empty(new EmptyState), m_scroll(new QScrollArea), m_rest(new QTimer(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_scroll);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->viewport()->setBackgroundRole(QPalette::Window);
    m_rest->setSingleShot(true);
    m_rest->setInterval(150); // arrow keys pass over many rows
    connect(m_rest, &QTimer::timeout, this, &ComparePanel::compute);
    connect(m_runs, &RunsModel::baselineChanged, this, &ComparePanel::schedule);
    connect(m_history, &HistoryService::rowsChanged, this, &ComparePanel::schedule);
    schedule();
}

void ComparePanel::setSelected(const std::vector<RunId>& runs) {
    m_selected = runs;
    schedule();
}

void ComparePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    schedule();
}

void ComparePanel::schedule() {
    if (isVisible())
        m_rest->start();
}

ComparePanel::Arms ComparePanel::wantedArms() const {
    const RunRow* baseline = m_runs->row(m_runs->baseline());
    Arms arms;
    if (!baseline)
        return arms;
    std::vector<RunId> groups{groupIdOf(*baseline)};
    for (RunId run : m_selected)
        if (const RunRow* row = m_runs->row(run))
            if (std::find(groups.begin(), groups.end(), groupIdOf(*row)) == groups.end())
                groups.push_back(groupIdOf(*row));
    for (RunId group : groups) {
        std::vector<RunId> members;
        for (const RunRow& row : *m_history->rows())
            // Only what has ended: a running arm would change under the reader's eyes.
            if (groupIdOf(row) == group && is_ended(row.status) && row.steps > 0)
                members.push_back(row.id);
        if (!members.empty() || group == groups.front())
            arms.push_back(members);
        if (arms.size() > mostArms)
            break;
    }
    return arms;
}

void ComparePanel::compute() {
    const RunRow* baseline = m_runs->row(m_runs->baseline());
    const Arms arms = wantedArms();
    if (!baseline || arms.size() < 2 || arms.front().empty()) {
        m_arms.clear();
        ++m_generation;
        if (m_runs->rowCount() == 0)
            showEmpty(tr("Nothing to compare yet"), tr("Launch two experiments that differ in one setting."));
        else if (!baseline)
            showEmpty(tr("No baseline"), tr("Select the run to compare with, and pin it."),
                      m_actions[Command::PinBaseline]);
        else if (arms.front().empty())
            showEmpty(tr("The baseline has not ended yet"), tr("The comparison follows when it has."));
        else
            showEmpty(tr("Select a run to compare with %1").arg(QString::fromStdString(baseline->name)),
                      tr("Runs that have ended are compared, together with their repeats."));
        return;
    }
    if (arms == m_arms)
        return;
    m_arms = arms;
    m_history->query(
        this,
        [arms, generation = ++m_generation](History& history) {
            const Arm base = load_arm(history, arms.front());
            std::vector<Arm> others;
            for (std::size_t i = 1; i < arms.size(); ++i)
                others.push_back(load_arm(history, arms[i]));
            return std::pair(generation, compare(base, others));
        },
        [this](std::pair<quint64, std::vector<Comparison>> answer) {
            if (answer.first == m_generation)
                show(answer.second);
        },
        [this](const QString& why) {
            m_arms.clear();
            showEmpty(tr("These runs cannot be compared"), why);
        });
}

void ComparePanel::show(const std::vector<Comparison>& comparisons) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(gridUnit, gridUnit, gridUnit, gridUnit);
    column->setSpacing(gridUnit);
    for (const Comparison& comparison : comparisons)
        column->addWidget(new ComparisonCard(comparison));
    column->addStretch(1);
    m_scroll->setWidget(content); // the old one is deleted
    m_stack->setCurrentWidget(m_scroll);
    m_shown = int(comparisons.size());
}

void ComparePanel::showEmpty(const QString& what, const QString& next, QAction* action) {
    m_shown = 0;
    m_empty->setTexts(what, next);
    m_empty->setAction(action);
    m_stack->setCurrentWidget(m_empty);
}

} // namespace laptime::ui
