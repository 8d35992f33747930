// SPDX-License-Identifier: Apache-2.0
// Classes without items do not count as classes either, else the mean weight would not be 1.
#include "engine/data/class_weights.h"

namespace laptime {

std::vector<double> balanced_class_weights(const std::vector<std::int64_t>& class_counts) {
    double items = 0, classes = 0;
    for (const std::int64_t count : class_counts) {
        items += static_cast<double>(count);
        classes += count > 0;
    }
    std::vector<double> weights;
    for (const std::int64_t count : class_counts)
        weights.push_back(count > 0 ? items / (classes * static_cast<double>(count)) : 0);
    return weights;
}

} // namespace laptime
