// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace laptime {

MemoryPlan plan_memory(const std::vector<PlannedBuffer>& buffers, std::size_t alignment) {
    const auto aligned = [&](std::size_t n) { return (n + alignment - 1) / alignment * alignment; };
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return buffers[a].bytes > buffers[b].bytes; });

    MemoryPlan plan{std::vector<std::size_t>(buffers.size(), 0), 0};
    std::vector<std::size_t> placed; // sorted by offset
    for (const std::size_t i : order) {
        const std::size_t bytes = aligned(buffers[i].bytes);
        std::size_t offset = 0;
        for (const std::size_t other : placed) {
            const bool same_time =
                buffers[other].first <= buffers[i].last && buffers[i].first <= buffers[other].last;
            if (!same_time)
                continue;
            if (plan.offsets[other] >= offset + bytes)
                break; // the gap before this one is wide enough, and all that follow lie higher
            offset = std::max(offset, plan.offsets[other] + aligned(buffers[other].bytes));
        }
        plan.offsets[i] = offset;
        plan.total = std::max(plan.total, offset + bytes);
        const auto place =
            std::ranges::upper_bound(placed, offset, {}, [&](std::size_t b) { return plan.offsets[b]; });
        placed.insert(place, i);
    }
    return plan;
}

} // namespace laptime
