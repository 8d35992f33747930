// SPDX-License-Identifier: Apache-2.0
// Who listens to a run: terminal, window, history and tests are equal listeners.
#pragma once

#include <span>

#include "engine/experiment/run_events.h"

namespace laptime {

/// Called on the run's worker thread; must return at once (hand the data on, never wait for it to be used).
class RunObserver {
public:
    virtual ~RunObserver() = default;
    virtual void on_start(const RunStart&) {}
    /// Every step of one execution, in order.
    virtual void on_steps(std::span<const StepPoint>) {}
    virtual void on_epoch(const EpochPoint&) {}
    virtual void on_warning(const RunWarning&) {}
    virtual void on_status(RunStatus) {} ///< running ⇄ paused
    virtual void on_end(const RunEnd&) {}
};

} // namespace laptime
