// SPDX-License-Identifier: GPL-3.0-or-later
// Drains the rings and coalesces what they gave; see live_hub.h.
#include "ui/models/live_hub.h"

#include <algorithm>
#include <mutex>

namespace laptime::ui {
namespace {

constexpr int tickMs = 40; // 25 Hz: smooth to the eye, and a wake-up costs microseconds
constexpr std::size_t recentSteps = 256;

void remember(LiveRun& live, const StepPoint& point) {
    live.last = point;
    if (point.step_ms <= 0)
        return;
    const double rate = static_cast<double>(live.start.global_batch) / point.step_ms * 1000;
    if (live.recent.size() < recentSteps) {
        live.recent.push_back(rate);
    } else {
        live.recent[live.nextRecent] = rate;
        live.nextRecent = (live.nextRecent + 1) % recentSteps;
    }
}

double median(std::vector<double> values) {
    if (values.empty())
        return not_measured;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

/// Shared with the scheduler's factory, which may outlive the hub and calls from workers' threads, once a
/// run.
struct LiveHub::Registry {
    std::mutex mutex;
    LiveHub* hub;
    std::vector<std::shared_ptr<LiveRing>> added;
};

LiveHub::LiveHub(QObject* parent) : QObject(parent), m_registry(std::make_shared<Registry>()) {
    m_registry->hub = this;
    m_timer.setInterval(tickMs);
    connect(&m_timer, &QTimer::timeout, this, &LiveHub::drain);
}

LiveHub::~LiveHub() {
    const std::lock_guard lock(m_registry->mutex);
    m_registry->hub = nullptr;
}

Scheduler::ObserverFactory LiveHub::observerFactory() {
    return [registry = m_registry](RunId run) -> std::unique_ptr<RunObserver> {
        auto ring = std::make_shared<LiveRing>(run);
        const std::lock_guard lock(registry->mutex);
        if (!registry->hub)
            return nullptr;
        registry->added.push_back(ring);
        QMetaObject::invokeMethod(
            registry->hub, [hub = registry->hub] { hub->m_timer.start(); }, Qt::QueuedConnection);
        return std::make_unique<LiveFeed>(std::move(ring));
    };
}

QList<RunId> LiveHub::liveRuns() const {
    QList<RunId> runs;
    for (const auto& [run, live] : m_live)
        runs.append(run);
    return runs;
}

const LiveRun* LiveHub::live(RunId run) const {
    const auto found = m_live.find(run);
    return found == m_live.end() ? nullptr : &found->second;
}

void LiveHub::drain() {
    {
        const std::lock_guard lock(m_registry->mutex);
        m_rings.insert(m_rings.end(), m_registry->added.begin(), m_registry->added.end());
        m_registry->added.clear();
    }
    bool any = false;
    // By index over a copy: a slot may run an event loop, in which drain() is called again.
    const auto rings = m_rings;
    for (const auto& ring : rings) {
        const bool over = ring->closed(); // asked before draining: what is drained then is all
        LiveBatch batch = ring->drain();
        if (!batch.empty()) {
            any = true;
            deliver(ring->run(), batch);
        }
        if (over) {
            m_rings.erase(std::remove(m_rings.begin(), m_rings.end(), ring), m_rings.end());
            m_live.erase(ring->run());
        }
    }
    if (any)
        emit ticked();
    if (m_rings.empty())
        m_timer.stop();
}

void LiveHub::deliver(RunId run, LiveBatch& batch) {
    for (const LiveEvent& event : batch.events) {
        const auto* start = std::get_if<RunStart>(&event);
        if (!start)
            continue;
        LiveRun live;
        live.start = *start;
        m_live[run] = std::move(live);
        emit started(run, *start);
    }
    if (!batch.steps.empty()) {
        LiveRun& live = m_live[run];
        for (const StepPoint& point : batch.steps)
            remember(live, point);
        live.samplesPerSecond = median(live.recent);
        emit stepsArrived(run, batch.steps);
    }
    std::vector<EpochPoint> epochs;
    for (const LiveEvent& event : batch.events)
        if (const auto* epoch = std::get_if<EpochPoint>(&event))
            epochs.push_back(*epoch);
    if (!epochs.empty()) {
        m_live[run].lastEpoch = epochs.back();
        emit epochsArrived(run, epochs);
    }
    for (const LiveEvent& event : batch.events) {
        if (const auto* warning = std::get_if<RunWarning>(&event))
            emit warned(run, *warning);
        if (const auto* status = std::get_if<RunStatus>(&event)) {
            m_live[run].status = *status;
            emit statusChanged(run, *status);
        }
        if (const auto* end = std::get_if<RunEnd>(&event)) {
            m_live.erase(run);
            emit ended(run, *end, batch.thinned > 0);
        }
    }
}

} // namespace laptime::ui
