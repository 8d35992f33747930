// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <set>

#include "engine/experiment/check_sections.h"
#include "engine/experiment/words.h"

namespace laptime {

void check_training(const Experiment& experiment, ProblemList& problems) {
    const Experiment::Train& train = experiment.train;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    problems.below_one("train.momentum", train.momentum);
    problems.positive("train.bias_rate_factor", train.bias_rate_factor);
    problems.below_one("train.label_smoothing", train.label_smoothing);
    problems.positive("train.huber_delta", train.huber_delta);
    problems.not_negative("train.clip_norm", train.clip_norm);
    problems.not_negative("train.clip_value", train.clip_value);
    problems.below_one("train.ema", train.ema);
    problems.whole("train.patience", train.patience, 0, most);
    problems.whole("train.checkpoint_epochs", train.checkpoint_epochs, 0, most);
    problems.positive("train.checkpoint_minutes", train.checkpoint_minutes);
    std::set<Metric> seen;
    for (const Metric metric : train.metrics)
        if (!seen.insert(metric).second)
            problems.wrong("train.metrics", std::string("names ") + word_of(metric) + " twice");
    if (train.momentum != Experiment::Train{}.momentum && train.optimizer != OptimizerKind::momentum &&
        train.optimizer != OptimizerKind::nesterov)
        problems.wrong("train.momentum",
                       std::string("means nothing for the optimizer '") + word_of(train.optimizer) + "'");
}

} // namespace laptime
