// SPDX-License-Identifier: Apache-2.0
// The softmax of one row, for softmax and softmax_cross_entropy.
#pragma once

#include "engine/backends/cpu/math.h"

namespace laptime::cpu {

template <typename C>
struct RowMaximum {
    C largest; ///< of the row (of its numbers, where there are NaNs)
    C sum;     ///< of exp(x - largest)
};

/// Writes exp(x − largest) to y, which may be x.
template <typename C>
LAPTIME_INLINE RowMaximum<C> exponentials(const C* x, C* y, std::int64_t count) {
    C largest = x[0];
#pragma omp simd reduction(max : largest)
    for (std::int64_t c = 0; c < count; ++c)
        largest = x[c] > largest ? x[c] : largest;
    C sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t c = 0; c < count; ++c)
        sum += y[c] = exp_of(x[c] - largest);
    return {largest, sum};
}

template <typename C>
LAPTIME_INLINE void scale_row(C* y, C factor, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t c = 0; c < count; ++c)
        y[c] *= factor;
}

} // namespace laptime::cpu
