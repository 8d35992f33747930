// SPDX-License-Identifier: Apache-2.0
// The moving-block bootstrap of the median.
#include "engine/compare/bootstrap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/compare/statistics.h"
#include "engine/core/random.h"

namespace laptime {

namespace {

constexpr std::size_t most_values = 4096;

std::vector<double> thinned(std::span<const double> values) {
    if (values.size() <= most_values)
        return {values.begin(), values.end()};
    const std::size_t group = (values.size() + most_values - 1) / most_values;
    std::vector<double> result;
    for (std::size_t from = 0; from + group <= values.size(); from += group)
        result.push_back(median({values.begin() + static_cast<std::ptrdiff_t>(from),
                                 values.begin() + static_cast<std::ptrdiff_t>(from + group)}));
    return result;
}

} // namespace

std::vector<double> block_bootstrap_medians(std::span<const double> all_values, std::size_t replicates,
                                            std::uint32_t seed, std::uint32_t stream) {
    const std::vector<double> values = thinned(all_values);
    const std::size_t count = values.size();
    std::vector<double> medians;
    if (count == 0)
        return medians;
    const auto block =
        std::min(count, static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count)))));
    const std::uint64_t starts = count - block + 1;
    const RandomKey key{seed, 0x626f6f74u}; // "boot": apart from every stream of a training run
    std::vector<double> sample(count);
    medians.reserve(replicates);
    for (std::size_t replicate = 0; replicate < replicates; ++replicate) {
        std::array<std::uint32_t, 4> random{};
        std::uint32_t drawn = 0;
        for (std::size_t filled = 0; filled < count; ++drawn) {
            if (drawn % 4 == 0)
                random = philox(key, {drawn / 4, static_cast<std::uint32_t>(replicate), stream, 0});
            const auto start = static_cast<std::size_t>(random[drawn % 4] * starts >> 32);
            const std::size_t taken = std::min(block, count - filled);
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(start), taken,
                        sample.begin() + static_cast<std::ptrdiff_t>(filled));
            filled += taken;
        }
        const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(count / 2);
        std::nth_element(sample.begin(), middle, sample.end());
        medians.push_back(count % 2 == 1 ? *middle
                                         : (*middle + *std::max_element(sample.begin(), middle)) / 2);
    }
    return medians;
}

double quantile_of_sorted(std::span<const double> sorted, double q) {
    if (sorted.empty())
        return std::nan("");
    const double position = std::clamp(q, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

} // namespace laptime
