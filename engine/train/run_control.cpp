// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_control.h"

#include "engine/core/clock.h"

namespace laptime {

void RunControl::stop() {
    // An interrupt is never weakened to a stop: closing the window must leave a resumable run.
    Stop expected = Stop::none;
    stop_.compare_exchange_strong(expected, Stop::stop);
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void RunControl::interrupt() {
    stop_.store(Stop::interrupt);
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

void RunControl::pause() {
    paused_.store(true);
}

void RunControl::resume() {
    paused_.store(false);
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
}

double RunControl::wait_while_paused() {
    if (!paused())
        return 0;
    const double start = monotonic_seconds();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !paused() || requested_stop() != Stop::none; });
    return monotonic_seconds() - start;
}

} // namespace laptime
