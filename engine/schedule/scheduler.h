// SPDX-License-Identifier: Apache-2.0
// The queue of runs and one worker per device. A run takes the devices it names, all or none, in queue order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/experiment/experiment.h"
#include "engine/history/history.h"
#include "engine/train/run_observer.h"

namespace laptime {

/// A run that waits or runs, for the lanes at the window's bottom.
struct QueueEntry {
    RunId id = 0;
    std::string name;
    RunStatus status = RunStatus::queued;
    std::vector<std::string> devices;
    std::int64_t step = 0, total_steps = 0, epoch = 0, total_epochs = 0;
    double seconds_left = not_measured; ///< estimate; NaN while unknown
};

class Scheduler {
public:
    /// Makes an observer for a run that is about to start (the screen's ring, a terminal); may return null.
    /// Called on the worker's thread; the observer lives until on_end returned.
    using ObserverFactory = std::function<std::unique_ptr<RunObserver>(RunId)>;

    /// Opens its own connections to the history at that path.
    explicit Scheduler(const std::string& history_path, ObserverFactory make_observer = {});
    /// Interrupts what runs (resumably), marks what waits as interrupted, and joins.
    ~Scheduler();

    /// Validates (throws InvalidInput), adds `repeats` runs to history and queue, and returns their ids at
    /// once.
    std::vector<RunId> launch(const Experiment& experiment);
    /// Puts an interrupted or stopped run back into the queue, to go on from its checkpoint. Reads the
    /// history, as launch() does; throws InvalidInput where there is no checkpoint.
    void resume(RunId id);

    // All idempotent; unknown or ended runs are ignored.
    void stop(RunId id);      ///< a waiting one leaves the queue as stopped
    void interrupt(RunId id); ///< the same, but ends as interrupted: resumable
    void pause(RunId id);
    void unpause(RunId id);
    /// Moves a waiting run by `places` (negative: earlier).
    void move(RunId id, int places);

    std::vector<QueueEntry> queue() const; ///< running first, then waiting in order
    bool idle() const;
    void wait_until_idle();
    /// Called on a worker's thread whenever queue() may have changed in more than progress.
    void on_change(std::function<void()> listener);
    /// Called on the history writer's thread when the history cannot be written (a full disk, a lock held too
    /// long), with what is wrong, and again ("") when it can. Runs go on meanwhile; nothing is dropped.
    void on_trouble(std::function<void(const std::string&)> listener);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
