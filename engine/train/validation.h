// SPDX-License-Identifier: Apache-2.0
// One pass over the validation part after an epoch, with the weights as they are (or their moving average).
#pragma once

#include <optional>
#include <vector>

#include "engine/experiment/run_events.h"
#include "engine/train/run_control.h"
#include "engine/train/run_setup.h"

namespace laptime {

struct ValidationFigures {
    double loss = not_measured;
    double accuracy = not_measured;   ///< of classes and tokens
    std::vector<MetricValue> metrics; ///< those of RunSetup::metrics
};

/// Are outputs of this task right or wrong, so that there is an accuracy?
bool can_count_right(const Task& task);

/// Nothing where the run was asked to stop in the middle; all NaN where there is no validation part.
std::optional<ValidationFigures> validate(RunSetup& setup, const RunControl& control);

} // namespace laptime
