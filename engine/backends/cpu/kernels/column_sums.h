// SPDX-License-Identifier: Apache-2.0
// Sums over all but the last axis of x[rows, channels], as bias_grad and batch norm need them. Rows are split
// into reduction_parts fixed parts whose sums are added in order, so the result does not depend on the number
// of threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

/// How many rows are summed side by side, so that narrow rows fill whole vectors too.
constexpr std::int64_t side_by_side(std::int64_t channels) {
    return channels >= 64 ? 1 : 64 / channels;
}

/// Work space of column_sums for `sums` sums a channel, in elements of the accumulation type.
inline std::size_t column_sums_scratch(std::int64_t channels, int sums) {
    return static_cast<std::size_t>(reduction_parts * sums * channels * side_by_side(channels));
}

/// Adds up parts: totals[s * channels + c] for `sums` sums. Calls part_range(begin, end, into) for the rows
/// of each part; it must write `sums` vectors of `channels * side_by_side(channels)` sums each, where lane l
/// belongs to channel l % channels.
template <typename C, typename PartRange>
void column_sums(std::int64_t rows, std::int64_t channels, int sums, C* scratch, C* totals,
                 PartRange&& part_range) {
    const std::int64_t width = channels * side_by_side(channels);
    const std::int64_t serial = rows * channels <= serial_elements ? reduction_parts : 0;
    parallel_for(reduction_parts, serial, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part) {
            const auto [first, last] = reduction_range(rows, part);
            part_range(first, last, scratch + part * sums * width);
        }
    });
    for (std::int64_t s = 0; s < sums; ++s)
        for (std::int64_t c = 0; c < channels; ++c) {
            C total = 0;
            for (std::int64_t part = 0; part < reduction_parts; ++part)
                for (std::int64_t lane = c; lane < width; lane += channels)
                    total += scratch[(part * sums + s) * width + lane];
            totals[s * channels + c] = total;
        }
}

} // namespace laptime::cpu
