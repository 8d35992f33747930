// SPDX-License-Identifier: Apache-2.0
// The warm-up rule of warm_up.h.
#include "engine/compare/warm_up.h"

#include <algorithm>
#include <vector>

#include "engine/compare/statistics.h"

namespace laptime {

std::size_t warm_up_steps(std::span<const double> seconds_per_sample, int steps_per_execution) {
    const std::size_t count = seconds_per_sample.size();
    const auto k = static_cast<std::size_t>(std::max(1, steps_per_execution));
    const std::size_t least = std::max<std::size_t>(5, 2 * k);
    if (count < 4 * least)
        return count / 4;
    const std::size_t group = std::max<std::size_t>(5, k);
    const auto median_of = [&](std::size_t from, std::size_t n) {
        const auto part = seconds_per_sample.subspan(from, n);
        return median(std::vector<double>(part.begin(), part.end()));
    };
    const double settled = 1.1 * median_of(count / 2, count - count / 2);
    std::size_t cut = least;
    while (cut + group <= count / 2 && median_of(cut, group) > settled)
        cut += group;
    return cut;
}

} // namespace laptime
