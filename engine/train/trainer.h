// SPDX-License-Identifier: Apache-2.0
// Trains one experiment on one device and tells a RunObserver. Runs on the caller's thread from begin to end.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/backends/device.h"
#include "engine/experiment/experiment.h"
#include "engine/model/task.h"
#include "engine/train/run_control.h"
#include "engine/train/run_observer.h"

namespace laptime {

/// What is known about a run before it starts: `laptime check`, the form, and the start event.
struct RunPlan {
    struct Row {
        std::string layer, kind, output, dtype;
        std::int64_t parameters;
        double flops_per_sample;
    };
    std::vector<Row> layers;
    std::int64_t parameters = 0;
    double flops_per_sample = 0; ///< forward and backward
    std::int64_t train_size = 0, validation_size = 0, steps_per_epoch = 0, total_steps = 0;
    DataSummary data;            ///< what was found
    Task task;                   ///< what is learnt, and by which loss
    std::vector<Metric> metrics; ///< measured besides loss and accuracy
    Metric monitor = Metric::val_accuracy;
    SessionMemory memory;
    std::int64_t device_memory_bytes = 0;
    std::vector<std::string> casts; ///< one line each
    PrecisionSupport precision;     ///< of this mode on this device
    std::vector<RunWarning> warnings;
};

/// Validates an experiment against its data, model and device, and plans it; trains nothing. Throws
/// InvalidInput.
RunPlan plan_run(const Experiment& experiment);

/// The graph of a training step after the named pass: "forward", "differentiate", "precision", "fuse",
/// "device".
std::string dump_graph(const Experiment& experiment, const std::string& pass);
std::vector<std::string> pass_names();

struct TrainRequest {
    Experiment experiment;
    std::string artifacts = {};    ///< folder for checkpoints; empty: none are written
    bool resume = false;           ///< go on from the checkpoint in `artifacts`; without one, from the start
    double requested_at = 0;       ///< monotonic time of the click or the process's start; 0: now
    double checkpoint_every_s = 0; ///< besides the one at the end of the run; 0: as the experiment says
};

/// Prepares (opens data, builds, compiles) in prepare(), then runs.
class Trainer {
public:
    explicit Trainer(TrainRequest request);
    ~Trainer();

    /// Everything that can be wrong with the request is thrown here, before on_start. Must be called from the
    /// thread that will call run().
    void prepare();
    /// Where checkpoints go, if that was not known when the request was made (before run()).
    void set_artifacts(const std::string& folder);
    const RunPlan& plan() const;          ///< after prepare()
    std::string data_fingerprint() const; ///< after prepare()
    std::string cast_map() const;         ///< after prepare()
    bool resumes() const;                 ///< as the request said
    std::int64_t first_step() const;      ///< after prepare(): steps done before, in a resumed run

    /// Runs to the end, tells the observer everything including on_end, and returns the same RunEnd. Throws
    /// nothing that a run can end with: a failure is a RunEnd with status failed or diverged.
    RunEnd run(RunObserver& observer, RunControl& control);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
