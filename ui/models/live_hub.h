// SPDX-License-Identifier: GPL-3.0-or-later
// Where all running runs meet the screen: makes the Scheduler's observers, drains their rings on one timer
// (25 Hz) and tells the rest of the screen, coalesced to one signal a run and tick, on the thread that the
// hub lives in.
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/schedule/scheduler.h"
#include "ui/models/live_ring.h"

namespace laptime::ui {

/// The newest state of a run that is going on.
struct LiveRun {
    RunStart start;
    RunStatus status = RunStatus::running;
    StepPoint last;                         ///< newest step; step = 0 before the first
    double samplesPerSecond = not_measured; ///< median over the last few hundred steps
    std::optional<EpochPoint> lastEpoch;
    std::vector<double> recent; ///< samples/s of the last steps, a ring of at most 256
    std::size_t nextRecent = 0;
};

class LiveHub : public QObject {
    Q_OBJECT
public:
    explicit LiveHub(QObject* parent = nullptr);
    ~LiveHub() override;

    /// For Scheduler's constructor; usable from any thread, also after the hub is gone (observers then go
    /// nowhere).
    Scheduler::ObserverFactory observerFactory();

    /// Runs that started and did not end yet.
    QList<RunId> liveRuns() const;
    /// Null for a run that is not going on.
    const LiveRun* live(RunId run) const;

    /// Drains now, as the timer does (tests; before closing).
    void drain();

signals:
    void started(laptime::RunId run, const laptime::RunStart& start);
    /// `points`: what was appended since the last tick.
    void stepsArrived(laptime::RunId run, const std::vector<laptime::StepPoint>& points);
    void epochsArrived(laptime::RunId run, const std::vector<laptime::EpochPoint>& epochs);
    void warned(laptime::RunId run, const laptime::RunWarning& warning);
    void statusChanged(laptime::RunId run, laptime::RunStatus status);
    /// `thinned`: some points were left out on screen; the history has them all.
    void ended(laptime::RunId run, const laptime::RunEnd& end, bool thinned);
    /// Once after all signals of a tick in which anything arrived.
    void ticked();

private:
    struct Registry;
    void deliver(RunId run, LiveBatch& batch);

    std::shared_ptr<Registry> m_registry;
    std::vector<std::shared_ptr<LiveRing>> m_rings;
    std::map<RunId, LiveRun> m_live;
    QTimer m_timer;
};

} // namespace laptime::ui
