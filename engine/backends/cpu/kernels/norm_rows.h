// SPDX-License-Identifier: Apache-2.0
// The loops that batch norm and group norm are made of, over `count` elements of x[rows, channels], one row
// behind the other. What belongs to a channel is a vector of `width` lanes that repeats along the elements:
// width is `channels`, or that times the rows which lie side by side in it (column_sums.h), so that narrow
// rows fill whole machine vectors too. Sums and everything of a channel are in the element type's type of
// computing.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/element.h"

namespace laptime::cpu {

/// y = (x − center) · scale + beta, and 0 where that is not above 0 if there is a relu.
template <typename C>
struct NormLanes {
    const C *center, *scale, *beta;
    std::int64_t width;
    bool relu = false;
};

/// Repeats the first `channels` of `width` lanes in the others.
template <typename C>
void repeat_lanes(C* lanes, std::int64_t channels, std::int64_t width) {
    for (std::int64_t l = channels; l < width; ++l)
        lanes[l] = lanes[l - channels];
}

/// Elements that the work space of moments_of_rows has.
constexpr std::int64_t moments_work(std::int64_t width) {
    return 2 * width;
}

#define LAPTIME_DECLARE_NORM_ROWS(T)                                                                         \
    /* mean and sum of squares around it for each channel of `rows` rows, which are read once */             \
    void moments_of_rows(const T* x, std::int64_t rows, std::int64_t channels, std::int64_t width,           \
                         Compute<T>* mean, Compute<T>* squares, Compute<T>* work);                           \
    void norm_range(const NormLanes<Compute<T>>& lanes, const T* x, T* y, std::int64_t count);               \
    /* with dy set to 0 where the relu was 0: sums of dy * (x - center), then of dy */                       \
    void norm_sum_range(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x, std::int64_t count,     \
                        Compute<T>* sums);                                                                   \
    /* with the same dy: dx = dy * a + (x - center) * b + shift */                                           \
    void norm_gradient_range(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x,                    \
                             const Compute<T>* a, const Compute<T>* b, const Compute<T>* shift, T* dx,       \
                             std::int64_t count);
LAPTIME_EACH_FLOATING(LAPTIME_DECLARE_NORM_ROWS)

} // namespace laptime::cpu
