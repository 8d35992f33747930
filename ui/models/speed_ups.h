// SPDX-License-Identifier: GPL-3.0-or-later
// How much faster each run is than the pinned baseline: at once as the plain ratio of samples/s, and for
// ended runs with the interval and verdict of engine/compare, computed in the background when a row asks for
// it and kept.
#pragma once

#include <QHash>
#include <QObject>

#include "engine/compare/compare.h"
#include "ui/models/history_service.h"

namespace laptime::ui {

struct SpeedUpCell {
    double ratio = not_measured;
    Interval interval; ///< NaN while only the plain ratio is known
    Verdict verdict = Verdict::inconclusive;
    bool withinOneRun = false; ///< the interval says nothing about the setting (one run an arm)
    bool confounded = false;
    bool compared = false; ///< the comparison has been made
    QString summary;       ///< its sentence
};

class SpeedUps : public QObject {
    Q_OBJECT
public:
    explicit SpeedUps(HistoryService* history, QObject* parent = nullptr);

    /// 0: none. Any run of a set of repeats stands for the whole set.
    void setBaseline(RunId run);
    RunId baseline() const { return m_baseline; }
    void setRows(const RunRows& rows);

    /// `liveRate`: samples/s of a run that is going on, else NaN. Asks for a comparison where one is worth
    /// making.
    SpeedUpCell cell(const RunRow& row, double liveRate, double liveBaselineRate);
    /// The ratio alone, without asking for anything (sorting).
    double ratio(const RunRow& row, double liveRate, double liveBaselineRate) const;

signals:
    void changed(laptime::RunId group);
    void allChanged();

private:
    static RunId groupOf(const RunRow& row);
    const RunRow* baselineRow() const;
    std::vector<RunId> endedRuns(RunId group) const;
    void computeNext();
    QString keyOfGroup(RunId group) const;

    HistoryService* m_history;
    RunId m_baseline = 0;
    RunRows m_rows;
    QHash<RunId, int> m_index;
    QHash<RunId, QList<int>> m_groups;      // group → indices of its rows
    QHash<QString, SpeedUpCell> m_compared; // by keyOfGroup(baseline) + keyOfGroup(group)
    QList<RunId> m_pending;                 // groups to compare, newest request first
    bool m_busy = false;
};

} // namespace laptime::ui
