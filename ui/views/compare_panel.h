// SPDX-License-Identifier: GPL-3.0-or-later
// The pinned baseline against the selected runs (with their repeats), computed in the background.
#pragma once

#include <QWidget>

#include <vector>

#include "engine/compare/compare.h"
#include "ui/commands/actions.h"
#include "ui/models/runs_model.h"

class QScrollArea;
class QStackedWidget;
class QTimer;

namespace laptime::ui {

class EmptyState;

class ComparePanel : public QWidget {
    Q_OBJECT

public:
    ComparePanel(RunsModel* runs, HistoryService* history, Actions* actions, QWidget* parent = nullptr);

    void setSelected(const std::vector<RunId>& runs);
    /// How many comparisons are shown.
    int shownComparisons() const { return m_shown; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Arms = std::vector<std::vector<RunId>>;
    void schedule();
    void compute();
    Arms wantedArms() const;
    void show(const std::vector<Comparison>& comparisons);
    void showEmpty(const QString& what, const QString& next, QAction* action = nullptr);

    RunsModel* m_runs;
    HistoryService* m_history;
    Actions& m_actions;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QScrollArea* m_scroll;
    QTimer* m_rest;
    std::vector<RunId> m_selected;
    Arms m_arms; ///< what is shown or on its way: baseline first
    int m_shown = 0;
    quint64 m_generation = 0;
};

} // namespace laptime::ui
