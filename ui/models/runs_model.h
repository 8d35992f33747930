// SPDX-License-Identifier: GPL-3.0-or-later
// The runs table: one row a run, from the history's rows plus live values. Rows are inserted, removed and
// changed one by one, so selection, scroll position and editors survive every update.
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QTimer>

#include <vector>

#include "ui/models/history_service.h"
#include "ui/models/live_hub.h"
#include "ui/models/speed_ups.h"

namespace laptime::ui {

class RunsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        State,
        Precision,
        Devices,
        Batch,
        Throughput,
        SpeedUp,
        ValAccuracy,
        ValLoss,
        TimeToTarget,
        When,
        WallTime,
        Model,
        Dataset,
        Optimizer,
        Seed,
        Steps,
        Tags,
        Note,
        ColumnCount
    };
    enum Role {
        SortRole = Qt::UserRole + 1, ///< the raw value: number, text or time
        RunIdRole,                   ///< qlonglong
        StatusRole,                  ///< int of RunStatus
        ColorRole,                   ///< int: index for runColor()
        BaselineRole,                ///< bool: this run (or its set of repeats) is the baseline
        GroupRole,                   ///< qlonglong
        GroupSizeRole,               ///< int: runs of the same experiment
        ProgressRole,                ///< double 0…1 while running with a known end, else NaN
        LowRole,
        HighRole,      ///< double: the speed-up's interval, NaN where unknown
        VerdictRole,   ///< int of Verdict, -1 while not compared
        ResumableRole, ///< bool
        TagsRole,      ///< QStringList
        ErrorRole      ///< QString
    };

    /// Either may be null; without a history rows come through setRows() only.
    RunsModel(HistoryService* history, LiveHub* hub, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    void setRows(const RunRows& rows);
    const RunRow* row(RunId run) const;
    const RunRow* rowAt(int row) const;
    /// Invalid for an unknown run.
    QModelIndex indexOf(RunId run, int column = 0) const;

    /// The run that speed-ups refer to; kept in the history's setting "baseline". 0: none.
    RunId baseline() const { return m_speedUps.baseline(); }
    void setBaseline(RunId run);

    /// Runs drawn in the plots (the tick in the name column). A run that starts is shown by itself.
    QList<RunId> shown() const { return m_shown; }
    void setShown(const QList<RunId>& runs);
    void setShown(RunId run, bool shown);

    /// Shows values of a set of repeats together: its first run's row gives the means and their spread.
    void setGrouped(bool grouped);
    bool isGrouped() const { return m_grouped; }
    /// The row that stands for its set of repeats.
    bool isGroupHead(int row) const;

    /// "finished" in the user's language.
    static QString statusText(RunStatus status);

signals:
    void shownChanged(const QList<laptime::RunId>& runs);
    void baselineChanged(laptime::RunId run);
    void groupedChanged(bool grouped);
    // An edit in the table; whoever keeps the undo stack carries it out.
    void renameRequested(laptime::RunId run, const QString& name);
    void noteRequested(laptime::RunId run, const QString& note);
    void tagsRequested(laptime::RunId run, const QStringList& tags);

private:
    struct Mean {
        double value = 0, deviation = not_measured;
        int count = 0;
    };
    // run_cells.cpp
    static RunId groupOf(const RunRow& row);
    QVariant display(const RunRow& row, int column) const;
    QVariant sortValue(const RunRow& row, int column) const;
    QString toolTip(const RunRow& row, int column) const;
    QString speedUpText(const RunRow& row) const;
    bool isBaseline(const RunRow& row) const;
    Mean mean(const RunRow& row, double RunRow::*member) const;
    double throughput(const RunRow& row) const;
    double liveRate(RunId run) const;
    double baselineRate() const;
    RunStatus status(const RunRow& row) const;

    void takeBaseline(RunId run);
    void rowChanged(RunId run);
    void allRowsChanged();
    void liveValuesChanged();
    void reindex();
    void regroup();

    HistoryService* m_history;
    LiveHub* m_hub;
    mutable SpeedUps m_speedUps; // a cell that is looked at may ask for a comparison
    std::vector<RunRow> m_rows;
    QHash<RunId, int> m_index;
    QHash<RunId, QList<RunId>> m_groups;
    QList<RunId> m_shown;
    bool m_grouped = false;
    QTimer m_liveTimer;
};

} // namespace laptime::ui
