// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of the runs on screen: loaded from the history in the background, live points appended as they
// come. Very long runs come as summaries (first, min, max, last of each bucket), which draw the same and cost
// little.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>

#include <vector>

#include "engine/experiment/run_events.h"
#include "engine/history/history.h"
#include "ui/models/history_service.h"
#include "ui/models/live_hub.h"

namespace laptime::ui {

struct RunCurve {
    RunId run = 0;
    std::vector<StepPoint> points;  ///< ascending by step
    std::vector<EpochPoint> epochs; ///< ascending by epoch
    std::int64_t stepsPerEpoch = 0; ///< 0: unknown
    std::int64_t globalBatch = 0;
    TimeAccount time; ///< measured; see timeAccount() for a run that has not ended
    bool timeIsFinal = false;
    bool summary = false; ///< points stand for buckets of many steps
    bool loaded = false;  ///< the history's part is there
    RunStatus status = RunStatus::running;
    int generation = 0; ///< grows when points changed otherwise than by appending
};

/// Where a run's time went: measured for an ended run; else its points' shares of the time that passed (host
/// time is in compute then, which the points do not tell apart).
TimeAccount timeAccount(const RunCurve& curve);

class CurveStore : public QObject {
    Q_OBJECT
public:
    /// Either may be null: then there are only live, or only stored, points.
    CurveStore(HistoryService* history, LiveHub* hub, QObject* parent = nullptr);

    /// Makes these curves available; curves no longer wanted are dropped after a while, live ones excepted.
    void want(const QList<RunId>& runs);
    /// Null until something is there.
    const RunCurve* curve(RunId run) const;
    bool isLoading(RunId run) const { return m_loading.contains(run); }
    /// Reads the run again from the history.
    void reload(RunId run);
    /// Puts a curve in by hand (tests, imports).
    void put(RunCurve curve);

signals:
    /// Points, epochs or the time account changed; at most once a run and tick.
    void changed(laptime::RunId run);
    void failed(laptime::RunId run, const QString& message);

private:
    void onStarted(RunId run, const RunStart& start);
    void onSteps(RunId run, const std::vector<StepPoint>& points);
    void onEpochs(RunId run, const std::vector<EpochPoint>& epochs);
    void onEnded(RunId run, const RunEnd& end, bool thinned);
    void load(RunId run);
    void take(RunCurve stored);
    RunCurve& ensure(RunId run);

    HistoryService* m_history;
    LiveHub* m_hub;
    QHash<RunId, RunCurve> m_curves;
    QSet<RunId> m_loading, m_wanted, m_again;
    QList<RunId> m_recent; // not wanted any more, oldest first
};

} // namespace laptime::ui
