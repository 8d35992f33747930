// SPDX-License-Identifier: Apache-2.0
// Weights that make rare classes count as much as frequent ones.
#pragma once

#include <cstdint>
#include <vector>

namespace laptime {

/// items / (classes * count), as scikit-learn's "balanced": the mean weight over all items is 1. A class
/// without items gets 0: nothing is learnt of it, and nothing is divided by 0. `class_counts` is
/// DataSplit::class_counts.
std::vector<double> balanced_class_weights(const std::vector<std::int64_t>& class_counts);

} // namespace laptime
