// SPDX-License-Identifier: Apache-2.0
#include "engine/train/model_of.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/class_weights.h"
#include "engine/experiment/judgement.h"
#include "engine/model/library.h"
#include "engine/model/model_file.h"

namespace laptime {

namespace {

InputType input_of(const SampleType& sample) {
    const DType dtype = sample.element == ElementType::f32   ? DType::f32
                        : sample.element == ElementType::i32 ? DType::i32
                                                             : DType::u8;
    return {Shape(sample.shape), dtype};
}

LossKind loss_of(LossChoice choice, TargetKind kind) {
    switch (choice) {
    case LossChoice::automatic:
        return kind == TargetKind::values ? LossKind::mse : LossKind::cross_entropy;
    case LossChoice::cross_entropy:
        return LossKind::cross_entropy;
    case LossChoice::binary_cross_entropy:
        return LossKind::binary_cross_entropy;
    case LossChoice::mse:
        return LossKind::mse;
    case LossChoice::mae:
        return LossKind::mae;
    case LossChoice::huber:
        return LossKind::huber;
    }
    return LossKind::cross_entropy;
}

OutputKind output_of(TargetKind kind) {
    return kind == TargetKind::values   ? OutputKind::values
           : kind == TargetKind::tokens ? OutputKind::tokens
                                        : OutputKind::classes;
}

} // namespace

Task task_of(const Experiment& experiment, const TargetType& target,
             const std::vector<std::int64_t>& class_counts) {
    const std::vector<Metric> metrics = measured_metrics(experiment, target);
    Task task;
    task.kind = output_of(target.kind);
    task.classes = target.classes;
    task.width = target.width;
    task.loss = loss_of(experiment.train.loss, target.kind);
    task.label_smoothing = experiment.train.label_smoothing;
    task.huber_delta = experiment.train.huber_delta;
    task.top5 = std::ranges::count(metrics, Metric::val_top5) > 0;
    const ClassWeights& weights = experiment.data.class_weights;
    if (weights.kind == ClassWeights::Kind::listed)
        task.class_weights = weights.weights;
    else if (weights.kind == ClassWeights::Kind::balanced)
        task.class_weights = class_counts.empty()
                                 ? std::vector<double>(static_cast<std::size_t>(target.classes), 1.0)
                                 : balanced_class_weights(class_counts);
    if (std::vector<Problem> problems = task_problems(task); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    return task;
}

Model model_of(const Experiment& experiment, const SampleType& sample, const TargetType& target,
               const std::vector<std::int64_t>& class_counts) {
    const Task task = task_of(experiment, target, class_counts);
    const Experiment::Model& asked = experiment.model;
    if (!asked.file.empty())
        return parse_model(asked.definition, asked.file, input_of(sample), task);
    return make_model(asked.library, asked.options, input_of(sample), task);
}

} // namespace laptime
