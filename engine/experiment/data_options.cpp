// SPDX-License-Identifier: Apache-2.0
// The split is keyed by the run's seed, so repeats with other seeds also validate on other items.
#include "engine/experiment/data_options.h"

namespace laptime {

DataOptions data_options(const Experiment& experiment) {
    DataOptions options;
    options.dataset = experiment.data.dataset;
    options.validation = experiment.data.validation;
    options.seed = experiment.train.seed;
    return options;
}

} // namespace laptime
