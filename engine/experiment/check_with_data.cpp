// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/check_with_data.h"

#include "engine/data/dataset.h"
#include "engine/experiment/judgement.h"

namespace laptime {

std::vector<Problem> problems_with_data(const Experiment& experiment, const DataSummary& data) {
    std::vector<Problem> problems = problems_with_metrics(experiment, data.target);
    if (experiment.speed.global_batch > data.train_size)
        problems.push_back({"speed.global_batch", 0,
                            "is " + std::to_string(experiment.speed.global_batch) + ", but the data has " +
                                std::to_string(data.train_size) +
                                " training items; choose at most that many"});
    if (experiment.data.augment != Augment{} &&
        (data.sample.element != ElementType::u8 || data.sample.shape.size() != 3))
        problems.push_back({"data.augment", 0,
                            "changes pictures, but a sample of this data is " + text_of(data.sample) +
                                "; remove the table"});
    return problems;
}

} // namespace laptime
