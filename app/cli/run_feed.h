// SPDX-License-Identifier: Apache-2.0
// From a training run to the terminal: the run's thread only leaves word, and a thread of the feed prints, so
// that a slow terminal never slows a step.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>

#include "engine/history/history.h"
#include "engine/train/run_observer.h"

namespace laptime::cli {

/// Where the run is; sums over the steps since the last one of these was given out.
struct Progress {
    StepPoint last;
    double samples = 0, seconds = 0; ///< of those steps, for the live throughput
};

using RunEvent = std::variant<RunStart, Progress, EpochPoint, RunWarning, RunEnd>;

/// Prints the events of one run; called on the feed's thread.
class EventPrinter {
public:
    virtual ~EventPrinter() = default;
    /// False once nobody reads the output any more.
    virtual bool print(const RunEvent& event) = 0;
};

class RunFeed : public RunObserver {
public:
    /// Steps are handed on at most ten times a second; everything else at once and in order. `on_broken`:
    /// called when the printer finds nobody reading.
    RunFeed(EventPrinter& printer, std::function<void()> on_broken);
    ~RunFeed() override; ///< prints what is left

    void on_start(const RunStart& start) override { put(start); }
    void on_steps(std::span<const StepPoint> points) override;
    void on_epoch(const EpochPoint& epoch) override { put(epoch); }
    void on_warning(const RunWarning& warning) override { put(warning); }
    void on_end(const RunEnd& end) override { put(end); }
    /// Waits until everything so far is printed and ends the thread.
    void finish();

private:
    void put(RunEvent event);
    void print_events();

    EventPrinter& printer_;
    std::function<void()> on_broken_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<RunEvent> events_; ///< steps only as the last one
    std::int64_t samples_before_ = 0;
    bool closing_ = false;
    std::thread thread_;
};

} // namespace laptime::cli
