// SPDX-License-Identifier: Apache-2.0
// What can be wrong with an experiment once its data is known.
#pragma once

#include <vector>

#include "engine/core/error.h"
#include "engine/experiment/experiment.h"

namespace laptime {

struct DataSummary;

/// A batch larger than the training data, for one; empty when all is fine.
std::vector<Problem> problems_with_data(const Experiment& experiment, const DataSummary& data);

} // namespace laptime
