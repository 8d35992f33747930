// SPDX-License-Identifier: Apache-2.0
// Everything that is made before the first step: data, model, device, session, programs. Shared by planning
// and training, so that what is shown before launch is what runs.
#pragma once

#include <future>
#include <memory>
#include <optional>

#include "engine/data/dataset.h"
#include "engine/train/programs.h"
#include "engine/train/trainer.h"

namespace laptime {

struct RunSetup {
    /// Throws InvalidInput with every problem that the experiment, its data, its model or its device have.
    /// `load_data`: start to read the samples at once, beside the compilation; otherwise only headers are
    /// read.
    RunSetup(const Experiment& experiment, bool load_data);

    /// Waits for the samples; throws DataError. Only where load_data was set.
    const DataSplit& data();

    Experiment experiment;
    DataSummary summary;
    std::int64_t steps_per_epoch = 0;
    std::int64_t total_steps = 0;  ///< 0: bounded by time only
    std::int64_t total_epochs = 0; ///< 0: not bounded by epochs
    Model model;
    std::vector<Metric> metrics; ///< measured besides loss and accuracy
    Metric monitor = Metric::val_accuracy;
    StepOptions options;
    BatchSizes sizes;
    std::unique_ptr<Device> device;
    std::unique_ptr<Session> session;
    std::unique_ptr<Programs> programs;
    /// How many losses a sample has: one for each token of a text.
    std::int64_t losses_per_sample() const {
        return summary.target.kind == TargetKind::tokens ? summary.target.width : 1;
    }
    RunPlan plan;

private:
    void count_steps();
    void open_device();
    void make_plan();

    std::future<DataSplit> loading_;
    std::optional<DataSplit> split_;
};

} // namespace laptime
