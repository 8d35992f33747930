// SPDX-License-Identifier: Apache-2.0
// Checks of single sections, for problems_of().
#pragma once

#include "engine/experiment/experiment.h"
#include "engine/experiment/problem_list.h"

namespace laptime {

/// [data] and [data.augment].
void check_data_section(const Experiment::Data& data, ProblemList& problems);
/// Of [train]: the loss, what limits gradients, what is measured and kept.
void check_training(const Experiment& experiment, ProblemList& problems);

} // namespace laptime
