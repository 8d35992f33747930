// SPDX-License-Identifier: GPL-3.0-or-later
// Loading, merging and keeping curves; see curve_store.h.
#include "ui/models/curve_store.h"

#include <QTimer>

#include <algorithm>
#include <cmath>

namespace laptime::ui {
namespace {

/// Up to here every point is kept; longer runs come as this many buckets of up to four points. Twenty curves
/// of so many points are built anew (another x axis, another smoothing) in less than the 50 ms that the
/// screen may be held up.
constexpr std::int64_t mostPoints = 50'000;
constexpr int buckets = 12'000;
/// Curves kept after they went off the screen: a second look is then instant.
constexpr int keptUnwanted = 24;
/// The writer commits within 250 ms of the end; then the stored curve has every point that the screen thinned
/// out.
constexpr int reloadAfterEndMs = 1000;

/// A bucket as the points that draw it: its first, its extremes, its last.
void appendBucket(const CurveBucket& bucket, std::vector<StepPoint>& points) {
    points.push_back(bucket.first);
    if (bucket.count <= 1)
        return;
    if (bucket.count > bucket.not_finite) {
        const auto between = [&](double share, double loss) {
            StepPoint point = bucket.first;
            point.step +=
                static_cast<std::int64_t>(share * static_cast<double>(bucket.last.step - bucket.first.step));
            point.samples += static_cast<std::int64_t>(
                share * static_cast<double>(bucket.last.samples - bucket.first.samples));
            point.wall_s += share * (bucket.last.wall_s - bucket.first.wall_s);
            point.loss = loss;
            if (point.step > points.back().step && point.step < bucket.last.step)
                points.push_back(point);
        };
        // Where in the bucket the extremes lie is not kept; a falling curve has its maximum first.
        const bool falling = !(bucket.last.loss > bucket.first.loss);
        between(1.0 / 3, falling ? bucket.max : bucket.min);
        between(2.0 / 3, falling ? bucket.min : bucket.max);
    }
    if (bucket.not_finite > 0 && std::isfinite(bucket.last.loss) && std::isfinite(bucket.first.loss)) {
        StepPoint mark = bucket.last;
        mark.loss = not_measured;
        points.push_back(mark);
    }
    points.push_back(bucket.last);
}

RunCurve readCurve(History& history, RunId run) {
    RunDetails details = history.run(run);
    RunCurve curve;
    curve.run = run;
    curve.status = details.row.status;
    curve.globalBatch = details.row.global_batch;
    if (details.start)
        curve.stepsPerEpoch = details.start->steps_per_epoch;
    if (details.end && is_ended(details.row.status)) {
        curve.time = details.end->time;
        curve.timeIsFinal = true;
    }
    curve.epochs = std::move(details.epochs);
    curve.summary = details.row.steps > mostPoints;
    if (!curve.summary) {
        curve.points = history.steps(run);
        // A run that goes on may have more points by now than its row says.
        curve.summary = static_cast<std::int64_t>(curve.points.size()) > mostPoints;
    }
    if (curve.summary) {
        curve.points.clear();
        for (const CurveBucket& bucket : history.curve(run, buckets))
            appendBucket(bucket, curve.points);
    }
    curve.loaded = true;
    return curve;
}

} // namespace

TimeAccount timeAccount(const RunCurve& curve) {
    if (curve.timeIsFinal)
        return curve.time;
    TimeAccount time;
    if (curve.points.empty())
        return time;
    double steps = 0, data = 0, collective = 0;
    for (const StepPoint& point : curve.points) {
        if (point.step == 1)
            continue; // counts as start-up
        steps += point.step_ms;
        data += point.data_ms;
        collective += point.collective_ms;
    }
    if (curve.points.front().step == 1)
        time.startup = curve.points.front().wall_s;
    for (const EpochPoint& epoch : curve.epochs)
        time.evaluation += std::isfinite(epoch.eval_s) ? epoch.eval_s : 0;
    // Shares of the steps that are here, of the time that passed: right also where points were thinned out.
    const double passed = std::max(0.0, curve.points.back().wall_s - time.startup - time.evaluation);
    if (steps > 0) {
        time.data = passed * data / steps;
        time.collective = passed * collective / steps;
        time.compute = std::max(0.0, passed - time.data - time.collective);
    }
    return time;
}

CurveStore::CurveStore(HistoryService* history, LiveHub* hub, QObject* parent)
    : QObject(parent), m_history(history), m_hub(hub) {
    if (!hub)
        return;
    connect(hub, &LiveHub::started, this, &CurveStore::onStarted);
    connect(hub, &LiveHub::stepsArrived, this, &CurveStore::onSteps);
    connect(hub, &LiveHub::epochsArrived, this, &CurveStore::onEpochs);
    connect(hub, &LiveHub::ended, this, &CurveStore::onEnded);
}

void CurveStore::onStarted(RunId run, const RunStart& start) {
    RunCurve& curve = ensure(run);
    curve.globalBatch = start.global_batch;
    curve.stepsPerEpoch = start.steps_per_epoch;
    curve.status = RunStatus::running;
    curve.timeIsFinal = false;
    // A resumed run goes on from its checkpoint: what it did after that is done again.
    const auto after = std::find_if(curve.points.begin(), curve.points.end(),
                                    [&](const StepPoint& point) { return point.step > start.first_step; });
    const auto lateEpoch =
        std::find_if(curve.epochs.begin(), curve.epochs.end(),
                     [&](const EpochPoint& epoch) { return epoch.step > start.first_step; });
    if (after != curve.points.end() || lateEpoch != curve.epochs.end()) {
        curve.points.erase(after, curve.points.end());
        curve.epochs.erase(lateEpoch, curve.epochs.end());
        ++curve.generation;
    }
    if (start.first_step > 0 && !curve.loaded)
        load(run);
    if (start.first_step == 0)
        curve.loaded = true; // there is nothing before
    emit changed(run);
}

void CurveStore::onSteps(RunId run, const std::vector<StepPoint>& points) {
    RunCurve& curve = ensure(run);
    for (const StepPoint& point : points)
        if (curve.points.empty() || point.step > curve.points.back().step)
            curve.points.push_back(point);
    // Grown too long to be drawn point by point: its summary takes over, and another one when that has grown.
    if (static_cast<std::int64_t>(curve.points.size()) > 2 * mostPoints)
        load(run);
    emit changed(run);
}

void CurveStore::onEpochs(RunId run, const std::vector<EpochPoint>& epochs) {
    RunCurve& curve = ensure(run);
    for (const EpochPoint& epoch : epochs)
        if (curve.epochs.empty() || epoch.epoch > curve.epochs.back().epoch)
            curve.epochs.push_back(epoch);
    emit changed(run);
}

void CurveStore::onEnded(RunId run, const RunEnd& end, bool thinned) {
    RunCurve& curve = ensure(run);
    curve.status = end.status;
    curve.time = end.time;
    curve.timeIsFinal = true;
    if (thinned)
        QTimer::singleShot(reloadAfterEndMs, this, [this, run] {
            if (m_curves.contains(run))
                reload(run);
        });
    emit changed(run);
}

void CurveStore::want(const QList<RunId>& runs) {
    m_wanted = QSet<RunId>(runs.begin(), runs.end());
    for (const RunId run : runs) {
        m_recent.removeAll(run);
        const auto found = m_curves.constFind(run);
        if (found == m_curves.constEnd() || !found->loaded)
            load(run);
    }
    for (auto curve = m_curves.cbegin(); curve != m_curves.cend(); ++curve)
        if (!m_wanted.contains(curve.key()) && !m_recent.contains(curve.key()))
            m_recent.append(curve.key());
    for (int i = 0; i < m_recent.size() && m_recent.size() > keptUnwanted;) {
        const RunId run = m_recent[i];
        if (m_hub && m_hub->live(run)) {
            ++i;
            continue;
        }
        m_curves.remove(run);
        m_recent.removeAt(i);
    }
}

const RunCurve* CurveStore::curve(RunId run) const {
    const auto found = m_curves.constFind(run);
    return found == m_curves.constEnd() ? nullptr : &*found;
}

void CurveStore::reload(RunId run) {
    if (m_loading.contains(run))
        m_again.insert(run);
    else
        load(run);
}

void CurveStore::put(RunCurve curve) {
    RunCurve& kept = ensure(curve.run);
    curve.generation = kept.generation + 1;
    curve.loaded = true;
    const RunId run = curve.run;
    kept = std::move(curve);
    emit changed(run);
}

RunCurve& CurveStore::ensure(RunId run) {
    RunCurve& curve = m_curves[run];
    curve.run = run;
    return curve;
}

void CurveStore::load(RunId run) {
    if (!m_history || m_loading.contains(run))
        return;
    m_loading.insert(run);
    m_history->query(
        this, [run](History& history) { return readCurve(history, run); },
        [this](RunCurve stored) { take(std::move(stored)); },
        [this, run](const QString& message) {
            m_loading.remove(run);
            m_again.remove(run);
            emit failed(run, message);
        });
}

void CurveStore::take(RunCurve stored) {
    const RunId run = stored.run;
    m_loading.remove(run);
    RunCurve& curve = ensure(run);
    // Live points and the end may be newer than what was read.
    const std::int64_t lastStep = stored.points.empty() ? 0 : stored.points.back().step;
    for (const StepPoint& point : curve.points)
        if (point.step > lastStep)
            stored.points.push_back(point);
    const std::int64_t lastEpoch = stored.epochs.empty() ? 0 : stored.epochs.back().epoch;
    for (const EpochPoint& epoch : curve.epochs)
        if (epoch.epoch > lastEpoch)
            stored.epochs.push_back(epoch);
    if (curve.timeIsFinal) {
        stored.time = curve.time;
        stored.timeIsFinal = true;
        stored.status = curve.status;
    }
    if (m_hub && m_hub->live(run)) {
        stored.status = m_hub->live(run)->status;
        stored.timeIsFinal = false;
    }
    stored.generation = curve.generation + 1;
    curve = std::move(stored);
    if (m_again.remove(run))
        load(run);
    emit changed(run);
}

} // namespace laptime::ui
