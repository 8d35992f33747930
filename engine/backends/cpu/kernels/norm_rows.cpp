// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/kernels/norm_rows.h"

#include <algorithm>

#include "engine/backends/cpu/kernels/column_sums.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void sum_loop(const T* x, std::int64_t rows, std::int64_t channels, Compute<T>* sums) {
    const std::int64_t width = channels * side_by_side(channels);
    std::fill_n(sums, width, Compute<T>{0});
    for (std::int64_t r = 0; r < rows; ++r, x += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c)
            sums[c] += load(x[c]);
    }
}

template <typename T>
LAPTIME_INLINE void square_loop(const T* x, const Compute<T>* mean, std::int64_t rows, std::int64_t channels,
                                Compute<T>* sums) {
    const std::int64_t width = channels * side_by_side(channels);
    std::fill_n(sums, width, Compute<T>{0});
    for (std::int64_t r = 0; r < rows; ++r, x += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c) {
            const Compute<T> d = load(x[c]) - mean[c];
            sums[c] += d * d;
        }
    }
}

/// sums: of dy · (x − mean), then of dy.
template <typename T>
LAPTIME_INLINE void gradient_sum_loop(const T* dy, const T* x, const Compute<T>* mean, std::int64_t rows,
                                      std::int64_t channels, Compute<T>* sums) {
    const std::int64_t width = channels * side_by_side(channels);
    std::fill_n(sums, 2 * width, Compute<T>{0});
    for (std::int64_t r = 0; r < rows; ++r, x += channels, dy += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c) {
            const Compute<T> gradient = load(dy[c]);
            sums[c] += gradient * (load(x[c]) - mean[c]);
            sums[width + c] += gradient;
        }
    }
}

/// y = (x − mean) · scale + beta
template <typename T>
LAPTIME_INLINE void affine_loop(const T* x, const Compute<T>* mean, const Compute<T>* scale,
                                const Compute<T>* beta, T* y, std::int64_t rows, std::int64_t channels) {
    for (std::int64_t r = 0; r < rows; ++r, x += channels, y += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c)
            y[c] = store<T>((load(x[c]) - mean[c]) * scale[c] + beta[c]);
    }
}

/// dx = dy · a + (x − mean) · b + shift
template <typename T>
LAPTIME_INLINE void gradient_loop(const T* dy, const T* x, const Compute<T>* mean, const Compute<T>* a,
                                  const Compute<T>* b, const Compute<T>* shift, T* dx, std::int64_t rows,
                                  std::int64_t channels) {
    for (std::int64_t r = 0; r < rows; ++r, x += channels, dy += channels, dx += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c)
            dx[c] = store<T>(load(dy[c]) * a[c] + ((load(x[c]) - mean[c]) * b[c] + shift[c]));
    }
}

} // namespace

#define LAPTIME_NORM_ROWS(T)                                                                                 \
    LAPTIME_CLONES void sum_rows(const T* x, std::int64_t rows, std::int64_t channels, Compute<T>* sums) {   \
        sum_loop(x, rows, channels, sums);                                                                   \
    }                                                                                                        \
    LAPTIME_CLONES void square_rows(const T* x, const Compute<T>* mean, std::int64_t rows,                   \
                                    std::int64_t channels, Compute<T>* sums) {                               \
        square_loop(x, mean, rows, channels, sums);                                                          \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_sum_rows(const T* dy, const T* x, const Compute<T>* mean,                   \
                                          std::int64_t rows, std::int64_t channels, Compute<T>* sums) {      \
        gradient_sum_loop(dy, x, mean, rows, channels, sums);                                                \
    }                                                                                                        \
    LAPTIME_CLONES void affine_rows(const T* x, const Compute<T>* mean, const Compute<T>* scale,             \
                                    const Compute<T>* beta, T* y, std::int64_t rows,                         \
                                    std::int64_t channels) {                                                 \
        affine_loop(x, mean, scale, beta, y, rows, channels);                                                \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_rows(const T* dy, const T* x, const Compute<T>* mean, const Compute<T>* a,  \
                                      const Compute<T>* b, const Compute<T>* shift, T* dx,                   \
                                      std::int64_t rows, std::int64_t channels) {                            \
        gradient_loop(dy, x, mean, a, b, shift, dx, rows, channels);                                         \
    }
LAPTIME_EACH_FLOATING(LAPTIME_NORM_ROWS)

} // namespace laptime::cpu
