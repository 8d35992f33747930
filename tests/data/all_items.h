// SPDX-License-Identifier: Apache-2.0
// Every item of a data set, in its own order.
#pragma once

#include <numeric>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime::tests {

struct Items {
    std::vector<unsigned char> samples;
    std::vector<std::int32_t> labels;
};

inline Items all_of(const Dataset& data) {
    std::vector<std::uint32_t> indices(static_cast<std::size_t>(data.size()));
    std::iota(indices.begin(), indices.end(), 0u);
    Items items{std::vector<unsigned char>(indices.size() * data.sample().bytes()),
                std::vector<std::int32_t>(indices.size())};
    data.read(indices, items.samples.data(), items.labels.data());
    return items;
}

} // namespace laptime::tests
