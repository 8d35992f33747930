// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_setup.h"

#include <algorithm>

#include "engine/backends/find_device.h"
#include "engine/core/error.h"
#include "engine/experiment/check_with_data.h"
#include "engine/experiment/data_options.h"
#include "engine/experiment/judgement.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/model_of.h"

namespace laptime {

namespace {

/// Evaluation has no backward pass to hold memory for, so small training batches need not slow it down.
constexpr std::int64_t smallest_evaluation_batch = 128, largest_evaluation_batch = 512;

/// The part of `items` that is left over after full batches, or the full size where none is.
std::int64_t remainder_or(std::int64_t items, std::int64_t batch) {
    return items % batch ? items % batch : batch;
}

[[noreturn]] void fail(const std::string& field, const std::string& message) {
    throw InvalidExperiment({{field, 0, message}});
}

} // namespace

RunSetup::RunSetup(const Experiment& requested, bool load_data) : experiment(requested) {
    if (const std::vector<Problem> problems = problems_of(experiment); !problems.empty())
        throw InvalidExperiment(problems);
    const DataOptions data = data_options(experiment);
    summary = summarize_dataset(data);
    if (load_data)
        loading_ = std::async(std::launch::async, open_dataset, data);
    if (summary.target.classes == 0 && summary.target.kind != TargetKind::values)
        summary.target.classes = (load_data ? this->data() : open_dataset(data)).train->classes();
    if (const std::vector<Problem> problems = problems_with_data(experiment, summary); !problems.empty())
        throw InvalidExperiment(problems);
    count_steps();
    const bool weighs_by_counts = experiment.data.class_weights.kind == ClassWeights::Kind::balanced;
    model = model_of(experiment, summary.sample, summary.target,
                     load_data && weighs_by_counts ? this->data().class_counts : std::vector<std::int64_t>{});
    metrics = measured_metrics(experiment, summary.target);
    monitor = monitor_of(experiment, summary.target);
    options = StepOptions::of(experiment, total_steps);
    options.predicted = std::ranges::count(metrics, Metric::val_f1) > 0;
    open_device();
    programs = std::make_unique<Programs>(*session, model, options, sizes);
    make_plan();
}

const DataSplit& RunSetup::data() {
    if (!split_)
        split_ = loading_.get();
    return *split_;
}

void RunSetup::count_steps() {
    const auto& train = experiment.train;
    const std::int64_t batch = experiment.speed.global_batch;
    steps_per_epoch = (summary.train_size + batch - 1) / batch;
    if (train.epochs) {
        total_epochs = *train.epochs;
        total_steps = *train.epochs * steps_per_epoch;
    } else if (train.steps) {
        total_steps = *train.steps;
    }
    sizes.global_batch = batch;
    sizes.last_batch = remainder_or(summary.train_size, batch);
    sizes.accumulate = experiment.speed.accumulate;
    if (summary.validation_size > 0) {
        const std::int64_t micro = split_evenly(batch, sizes.accumulate).front();
        sizes.evaluate = std::min(summary.validation_size,
                                  std::clamp(micro, smallest_evaluation_batch, largest_evaluation_batch));
        sizes.last_evaluate = remainder_or(summary.validation_size, sizes.evaluate);
    }
}

void RunSetup::open_device() {
    device = find_device(experiment.speed.devices.front());
    const DeviceInfo info = device->info();
    const std::string mode = word_of(experiment.speed.precision);
    const auto support = info.precisions.find(mode);
    if (support != info.precisions.end())
        plan.precision = support->second;
    plan.device_memory_bytes = info.memory_bytes;
    if (plan.precision.support == Support::unavailable)
        fail("speed.precision", mode + " is not available on " + info.name + ": " + plan.precision.why);
    if (plan.precision.support == Support::emulated)
        plan.warnings.push_back({"emulated_precision", mode + " is emulated on " + info.name +
                                                           ": no speed-up expected here (" +
                                                           plan.precision.why + ")"});
    session = device->open_session(experiment.speed.threads_per_device);
}

void RunSetup::make_plan() {
    const StagedGraph& staged = programs->staged();
    const Precision precision = experiment.speed.precision;
    const std::string compute = precision == Precision::mixed_float16    ? "float16"
                                : precision == Precision::mixed_bfloat16 ? "bfloat16"
                                                                         : word_of(precision);
    for (const ForwardGraph::Row& row : staged.table) {
        const bool own = row.dtype && precision != Precision::float64;
        plan.layers.push_back({row.layer, row.kind, row.output.text(),
                               own ? std::string(name_of(*row.dtype)) : compute, row.parameters,
                               row.flops_per_sample});
    }
    for (const Parameter& parameter : staged.parameters)
        if (parameter.trainable)
            plan.parameters += parameter.shape.count();
    const auto micro = static_cast<double>(split_evenly(sizes.global_batch, sizes.accumulate).front());
    plan.flops_per_sample = staged.finished().flops() / micro;
    plan.data = summary;
    plan.task = model.task;
    plan.metrics = metrics;
    plan.monitor = monitor;
    plan.train_size = summary.train_size;
    plan.validation_size = summary.validation_size;
    plan.steps_per_epoch = steps_per_epoch;
    plan.total_steps = total_steps;
    plan.memory = session->memory();
    for (const CastRecord& cast : staged.casts)
        plan.casts.push_back(cast.text());
    if (plan.device_memory_bytes > 0 && plan.memory.total() > plan.device_memory_bytes)
        fail("speed.global_batch", "needs " + std::to_string(plan.memory.total() >> 20) + " MiB, but " +
                                       experiment.speed.devices.front() + " has " +
                                       std::to_string(plan.device_memory_bytes >> 20) +
                                       " MiB; a smaller batch or a larger speed.accumulate needs less");
}

} // namespace laptime
