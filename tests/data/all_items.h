// SPDX-License-Identifier: Apache-2.0
// Every item of a data set, in its own order; and the options that most tests need.
#pragma once

#include <numeric>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime::tests {

struct Items {
    std::vector<unsigned char> samples;
    std::vector<std::int32_t> labels; ///< or the bits of float values; target().width each
};

inline DataOptions options_of(const std::string& name, double validation = 0.1, std::uint64_t seed = 1) {
    DataOptions options;
    options.dataset = name;
    options.validation = validation;
    options.seed = seed;
    return options;
}

inline Items all_of(const Dataset& data) {
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(data.size()));
    std::iota(indices.begin(), indices.end(), 0u);
    Items items{std::vector<unsigned char>(indices.size() * data.sample().bytes()),
                std::vector<std::int32_t>(indices.size() * data.target().bytes() / 4)};
    data.read(indices, {}, items.samples.data(), items.labels.data());
    return items;
}

} // namespace laptime::tests
