// SPDX-License-Identifier: Apache-2.0
// The loops over x[rows, channels] that batch norm and group norm are made of. Each is there for every
// floating element type; sums and everything of a channel are in its type of computing. Vectors of sums have
// channels * side_by_side(channels) elements (column_sums.h), of which these loops use the first `channels`
// and clear the others.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/element.h"

namespace laptime::cpu {

#define LAPTIME_DECLARE_NORM_ROWS(T)                                                                         \
    /* sums of x */                                                                                          \
    void sum_rows(const T* x, std::int64_t rows, std::int64_t channels, Compute<T>* sums);                   \
    /* sums of (x - mean)^2 */                                                                               \
    void square_rows(const T* x, const Compute<T>* mean, std::int64_t rows, std::int64_t channels,           \
                     Compute<T>* sums);                                                                      \
    /* two vectors of sums: of dy * (x - mean), then of dy */                                                \
    void gradient_sum_rows(const T* dy, const T* x, const Compute<T>* mean, std::int64_t rows,               \
                           std::int64_t channels, Compute<T>* sums);                                         \
    /* y = (x - mean) * scale + beta */                                                                      \
    void affine_rows(const T* x, const Compute<T>* mean, const Compute<T>* scale, const Compute<T>* beta,    \
                     T* y, std::int64_t rows, std::int64_t channels);                                        \
    /* dx = dy * a + (x - mean) * b + shift */                                                               \
    void gradient_rows(const T* dy, const T* x, const Compute<T>* mean, const Compute<T>* a,                 \
                       const Compute<T>* b, const Compute<T>* shift, T* dx, std::int64_t rows,               \
                       std::int64_t channels);
LAPTIME_EACH_FLOATING(LAPTIME_DECLARE_NORM_ROWS)

} // namespace laptime::cpu
