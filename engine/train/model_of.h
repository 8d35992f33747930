// SPDX-License-Identifier: Apache-2.0
// From an experiment and the types of its data to the model that it trains.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/experiment/experiment.h"
#include "engine/model/model.h"

namespace laptime {

/// `class_counts`: of the training part, for balanced class weights; where they are not known yet, all
/// classes weigh the same. Throws InvalidExperiment where loss and targets do not go together.
Task task_of(const Experiment& experiment, const TargetType& target,
             const std::vector<std::int64_t>& class_counts);

/// From the library, or from the experiment's model file. Throws InvalidExperiment or ShapeError.
Model model_of(const Experiment& experiment, const SampleType& sample, const TargetType& target,
               const std::vector<std::int64_t>& class_counts);

} // namespace laptime
