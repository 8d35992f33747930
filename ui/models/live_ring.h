// SPDX-License-Identifier: GPL-3.0-or-later
// What a run's worker thread tells the screen. Steps go through a bounded ring and are thinned out when the
// screen is late; the rare events (start, epoch, warning, status, end) go through an unbounded lock-free list
// and are never lost. Nothing here makes the worker wait. The history keeps every point, so what is thinned
// is only missing until the curve is loaded from there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "engine/history/history.h"
#include "engine/train/run_observer.h"
#include "ui/models/spsc_ring.h"

namespace laptime::ui {

using LiveEvent = std::variant<RunStart, EpochPoint, RunWarning, RunStatus, RunEnd>;

/// What one drain of a ring gave. Every step told before an event of the batch is in this batch or an earlier
/// one.
struct LiveBatch {
    std::vector<StepPoint> steps;
    std::vector<LiveEvent> events;
    std::uint64_t thinned = 0; ///< steps left out since the run's start
    bool empty() const { return steps.empty() && events.empty(); }
};

class LiveRing {
public:
    /// `capacity` steps, by default enough for 200,000 steps a second at 25 drains a second.
    explicit LiveRing(RunId run, std::size_t capacity = 8192);
    ~LiveRing();
    LiveRing(const LiveRing&) = delete;
    LiveRing& operator=(const LiveRing&) = delete;

    RunId run() const { return run_; }

    // Producer (one thread)
    void push_steps(std::span<const StepPoint> points);
    void push_event(LiveEvent event);
    /// Nothing more will come.
    void close() { closed_.store(true, std::memory_order_release); }

    // Consumer (one thread)
    LiveBatch drain();
    /// When true, the next drain gives the last there is.
    bool closed() const { return closed_.load(std::memory_order_acquire); }

private:
    struct Node;
    void push_step(const StepPoint& point);

    const RunId run_;
    SpscRing<StepPoint> steps_;
    std::atomic<std::uint64_t> thinned_{0};
    std::atomic<bool> closed_{false};
    std::uint64_t stride_ = 1, since_kept_ = 0; // producer
    std::optional<StepPoint> left_out_;         // producer: the newest point that was thinned out
    Node* last_;                                // producer: end of the event list
    Node* first_;                               // consumer: the node before the next event
};

/// The run's observer: hands everything to a ring.
class LiveFeed : public RunObserver {
public:
    explicit LiveFeed(std::shared_ptr<LiveRing> ring) : ring_(std::move(ring)) {}
    ~LiveFeed() override { ring_->close(); }
    LiveFeed(const LiveFeed&) = delete;
    LiveFeed& operator=(const LiveFeed&) = delete;
    void on_start(const RunStart& start) override { ring_->push_event(start); }
    void on_steps(std::span<const StepPoint> points) override { ring_->push_steps(points); }
    void on_epoch(const EpochPoint& epoch) override { ring_->push_event(epoch); }
    void on_warning(const RunWarning& warning) override { ring_->push_event(warning); }
    void on_status(RunStatus status) override { ring_->push_event(status); }
    void on_end(const RunEnd& end) override { ring_->push_event(end); }

private:
    std::shared_ptr<LiveRing> ring_;
};

} // namespace laptime::ui
