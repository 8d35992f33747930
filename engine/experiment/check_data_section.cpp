// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "engine/data/dataset.h"
#include "engine/experiment/check_sections.h"
#include "engine/experiment/message_text.h"

namespace laptime {

namespace {

constexpr std::int64_t largest_side = 8192, longest_context = 1 << 20, most_megabytes = 1 << 24;

void check_class_weights(const ClassWeights& weights, ProblemList& problems) {
    if (weights.kind != ClassWeights::Kind::listed)
        return;
    for (const double weight : weights.weights)
        if (!(weight >= 0) || std::isinf(weight))
            problems.wrong("data.class_weights",
                           "holds " + number_text(weight) + "; a weight is at least 0 and finite");
    if (weights.weights.empty())
        problems.wrong("data.class_weights", "is an empty list; give a weight a class, or \"balanced\"");
}

void check_augment(const Augment& augment, ProblemList& problems) {
    problems.whole("data.augment.shift", augment.shift, 0, largest_side);
    problems.whole("data.augment.crop_padding", augment.crop_padding, 0, largest_side);
    problems.whole("data.augment.cutout", augment.cutout, 0, largest_side);
    if (!(augment.rotation >= 0 && augment.rotation <= 180))
        problems.wrong("data.augment.rotation",
                       "is " + number_text(augment.rotation) + ", must be from 0 to 180 degrees");
    if (!(augment.color_jitter >= 0 && augment.color_jitter <= 1))
        problems.wrong("data.augment.color_jitter",
                       "is " + number_text(augment.color_jitter) + ", must be from 0 to 1");
}

} // namespace

void check_data_section(const Experiment::Data& data, ProblemList& problems) {
    if (std::string problem = dataset_name_problem(data.dataset); !problem.empty())
        problems.wrong("data.dataset", std::move(problem));
    problems.share("data.validation", data.validation);
    if (!data.image_size.empty() && data.image_size.size() != 2)
        problems.wrong("data.image_size", "must be [height, width]");
    for (const std::int64_t side : data.image_size)
        problems.whole("data.image_size", side, 1, largest_side);
    problems.one_of("data.resize", data.resize, {"stretch", "crop", "pad"});
    if (data.channels != 0 && data.channels != 1 && data.channels != 3)
        problems.wrong("data.channels", "is " + std::to_string(data.channels) + ", must be 1 (grey) or 3");
    problems.one_of("data.task", data.task, {"", "classification", "regression"});
    if (data.delimiter.size() > 1 && data.delimiter != "tab")
        problems.wrong("data.delimiter", "must be a single character, as \";\", or \"tab\"");
    problems.whole("data.context", data.context, 1, longest_context);
    problems.one_of("data.tokens", data.tokens, {"characters", "bytes"});
    problems.whole("data.cache_mb", data.cache_mb, 0, most_megabytes);
    check_class_weights(data.class_weights, problems);
    check_augment(data.augment, problems);
}

} // namespace laptime
