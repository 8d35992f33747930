// SPDX-License-Identifier: GPL-3.0-or-later
// The runs table with its filter, and a line below that sums it up.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/commands/actions.h"
#include "ui/models/runs_model.h"

class QLineEdit;
class QMenu;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace laptime::ui {

class EmptyState;
class RunsTableProxy;
class Settings;
class ToneLabel;

class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(RunsModel* runs, HistoryService* history, Settings* settings, Actions* actions,
              QWidget* parent = nullptr);
    ~RunsPanel() override;

    RunsTableProxy* proxy() const { return m_proxy; }
    QTableView* table() const { return m_table; }
    QLineEdit* filter() const { return m_filter; }

    /// Runs of the selected rows, topmost first.
    std::vector<RunId> selected() const;
    /// The same with all repeats that a row stands for while repeats are grouped.
    std::vector<RunId> selectedWithRepeats() const;
    /// The row the cursor is on, 0: none.
    RunId current() const;
    void select(RunId run);
    /// Opens the editor in the name's cell.
    void editName(RunId run);
    /// Below the row of a run, in global coordinates: where its popups go.
    QPoint anchorOf(RunId run) const;

    void focusFilter();
    void focusTable();

signals:
    void selectionChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyFilter();
    void showHeaderMenu(const QPoint& place);
    void updateState();
    void updateSummary();
    void askLaps();

    RunsModel* m_runs;
    HistoryService* m_history;
    Settings* m_settings;
    RunsTableProxy* m_proxy;
    QLineEdit* m_filter;
    ToneLabel* m_filterError;
    QToolButton* m_group;
    QStackedWidget* m_stack;
    QTableView* m_table;
    EmptyState* m_empty;
    ToneLabel* m_summary;
    QMenu* m_menu;
    QAction* m_clearFilter;
    bool m_noHistory = false;
    double m_laps = not_measured; ///< of the current run
    RunId m_lapsOf = 0;
};

} // namespace laptime::ui
