// SPDX-License-Identifier: Apache-2.0
// What opening a data set needs of an experiment.
#pragma once

#include "engine/data/dataset.h"
#include "engine/experiment/experiment.h"

namespace laptime {

DataOptions data_options(const Experiment& experiment);

} // namespace laptime
