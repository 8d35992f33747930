// SPDX-License-Identifier: Apache-2.0
// The split is keyed by the run's seed, so repeats with other seeds also validate on other items.
#include "engine/experiment/data_options.h"

namespace laptime {

DataOptions data_options(const Experiment& experiment) {
    DataOptions options;
    options.dataset = experiment.data.dataset;
    options.validation = experiment.data.validation;
    options.seed = experiment.train.seed;
    options.image_size = experiment.data.image_size;
    options.resize = experiment.data.resize;
    options.channels = experiment.data.channels;
    options.target = experiment.data.target;
    options.task = experiment.data.task;
    options.header = experiment.data.header;
    options.delimiter = experiment.data.delimiter;
    options.context = experiment.data.context;
    options.tokens = experiment.data.tokens;
    options.cache_mb = experiment.data.cache_mb;
    options.augment = experiment.data.augment;
    return options;
}

} // namespace laptime
