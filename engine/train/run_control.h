// SPDX-License-Identifier: Apache-2.0
// How other threads ask a run to stop, pause or go on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace laptime {

/// Every call is idempotent and takes effect at the end of the
/// current execution.
class RunControl {
public:
    enum class Stop {
        none,
        stop,
        interrupt
    }; ///< interrupt: ends as "interrupted" (Ctrl-C, closing the window)
    void stop();
    void interrupt();
    void pause();
    void resume();
    Stop requested_stop() const { return stop_.load(); }
    bool paused() const { return paused_.load(); }
    /// Blocks while paused and not stopped; returns seconds spent waiting.
    double wait_while_paused();

private:
    std::atomic<Stop> stop_{Stop::none};
    std::atomic<bool> paused_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
};

} // namespace laptime
