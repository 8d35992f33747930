// SPDX-License-Identifier: Apache-2.0
// What a run is judged by, as its experiment and the kind of its data say.
#pragma once

#include <vector>

#include "engine/core/error.h"
#include "engine/experiment/experiment.h"

namespace laptime {

/// Can the metric be measured of such targets?
bool can_measure(Metric metric, const TargetType& target);

/// What is measured besides loss and accuracy: what the kind of the target brings along, and what metrics,
/// monitor and target ask for; in a fixed order.
std::vector<Metric> measured_metrics(const Experiment& experiment, const TargetType& target);

/// What chooses the best epoch: train.monitor, else accuracy of classes and the loss of all others.
Metric monitor_of(const Experiment& experiment, const TargetType& target);

/// Metrics that the experiment asks for and its data cannot have.
std::vector<Problem> problems_with_metrics(const Experiment& experiment, const TargetType& target);

} // namespace laptime
