// SPDX-License-Identifier: Apache-2.0
// Places buffers with known lifetimes into one arena, so that memory is known before anything runs.
#pragma once

#include <cstddef>
#include <vector>

namespace laptime {

/// A buffer lives from node `first` to node `last`, both included.
struct PlannedBuffer {
    std::size_t bytes = 0;
    int first = 0, last = 0;
};

struct MemoryPlan {
    std::vector<std::size_t> offsets; ///< of each buffer, multiples of `alignment`
    std::size_t total = 0;
};

/// Greedy by size: the largest buffer first, each at the lowest offset that is free during its whole life
/// (Pisarchyk and Lee, "Efficient memory management for deep neural net inference", 2020, section 5.2).
MemoryPlan plan_memory(const std::vector<PlannedBuffer>& buffers, std::size_t alignment = 64);

} // namespace laptime
