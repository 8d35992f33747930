// SPDX-License-Identifier: Apache-2.0
// Trains one experiment on one device and tells a RunObserver. Runs on the caller's thread from begin to end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include "engine/backends/device.h"
#include "engine/experiment/experiment.h"
#include "engine/train/run_observer.h"

namespace laptime {

/// How other threads ask a run to stop, pause or go on. Every call is idempotent and takes effect at the end of the
/// current execution.
class RunControl {
public:
    enum class Stop { none, stop, interrupt }; ///< interrupt: ends as "interrupted" (Ctrl-C, closing the window)
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

/// What is known about a run before it starts: `laptime check`, the form, and the start event.
struct RunPlan {
    struct Row { std::string layer, kind, output, dtype; std::int64_t parameters; double flops_per_sample; };
    std::vector<Row> layers;
    std::int64_t parameters = 0;
    double flops_per_sample = 0; ///< forward and backward
    std::int64_t train_size = 0, validation_size = 0, steps_per_epoch = 0, total_steps = 0;
    SessionMemory memory;
    std::int64_t device_memory_bytes = 0;
    std::vector<std::string> casts;   ///< one line each
    PrecisionSupport precision;       ///< of this mode on this device
    std::vector<RunWarning> warnings;
};

/// Validates an experiment against its data, model and device, and plans it; trains nothing. Throws InvalidInput.
RunPlan plan_run(const Experiment& experiment);

/// The graph of a training step after the named pass: "forward", "differentiate", "precision", "fuse", "device".
std::string dump_graph(const Experiment& experiment, const std::string& pass);
std::vector<std::string> pass_names();

struct TrainRequest {
    Experiment experiment;
    std::string artifacts;     ///< folder for checkpoints; empty: none are written
    bool resume = false;       ///< go on from the checkpoint in `artifacts`
    double requested_at = 0;   ///< monotonic time of the click or the process's start; 0: now
};

/// Prepares (opens data, builds, compiles) in the constructor-like prepare(), then runs.
class Trainer {
public:
    explicit Trainer(TrainRequest request);
    ~Trainer();

    /// Everything that can be wrong with the request is thrown here, before on_start.
    void prepare();
    const RunPlan& plan() const;           ///< after prepare()
    std::string data_fingerprint() const;  ///< after prepare()
    std::string cast_map() const;          ///< after prepare()
    std::map<std::string, std::string> facts() const; ///< of the device and libraries, for MachineFacts

    /// Runs to the end, tells the observer everything including on_end, and returns the same RunEnd. Throws nothing
    /// that a run can end with: a failure is a RunEnd with status failed or diverged.
    RunEnd run(RunObserver& observer, RunControl& control);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
