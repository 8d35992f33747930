// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/kernels/norm_rows.h"

#include <algorithm>

namespace laptime::cpu {

namespace {

/// Calls element(i, lane) for elements 0…count−1; lane = i mod width. A full set of lanes is a loop without
/// dependencies.
template <typename Element>
LAPTIME_INLINE void for_lanes(std::int64_t count, std::int64_t width, Element element) {
    std::int64_t i = 0;
    for (; i + width <= count; i += width) {
        LAPTIME_INDEPENDENT
        for (std::int64_t l = 0; l < width; ++l)
            element(i + l, l);
    }
    LAPTIME_INDEPENDENT
    for (std::int64_t l = 0; l < count - i; ++l)
        element(i + l, l);
}

/// Adds the lanes of a channel up in its first one.
template <typename C>
LAPTIME_INLINE void fold_lanes(C* lanes, std::int64_t channels, std::int64_t width) {
    for (std::int64_t first = channels; first < width; first += channels) {
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c)
            lanes[c] += lanes[first + c];
    }
}

/// Elements of a piece of rows that is still in the first cache when it is read again.
constexpr std::int64_t piece_elements = 8192;

/// A piece's mean and squares are taken in two passes, which loses no digits, and joined with those before by
/// the formula of Chan, Golub and LeVeque (1979).
template <typename T>
LAPTIME_INLINE void moments_loop(const T* x, std::int64_t rows, std::int64_t channels, std::int64_t width,
                                 Compute<T>* mean, Compute<T>* squares, Compute<T>* work) {
    using C = Compute<T>;
    C *sums = work, *center = work + width;
    std::fill_n(mean, channels, C{0});
    std::fill_n(squares, channels, C{0});
    const std::int64_t piece = std::max(width, piece_elements) / channels;
    for (std::int64_t done = 0; done < rows;) {
        const std::int64_t now = std::min(piece, rows - done), count = now * channels;
        std::fill_n(sums, width, C{0});
        for_lanes(count, width,
                  [=](std::int64_t i, std::int64_t l) LAPTIME_INLINED { sums[l] += load(x[i]); });
        fold_lanes(sums, channels, width);
        for (std::int64_t c = 0; c < channels; ++c)
            center[c] = sums[c] / static_cast<C>(now);
        for (std::int64_t l = channels; l < width; ++l)
            center[l] = center[l - channels];
        std::fill_n(sums, width, C{0});
        for_lanes(count, width, [=](std::int64_t i, std::int64_t l) LAPTIME_INLINED {
            const C d = load(x[i]) - center[l];
            sums[l] += d * d;
        });
        fold_lanes(sums, channels, width);
        const C share = static_cast<C>(now) / static_cast<C>(done + now),
                weight = static_cast<C>(done) * share;
        LAPTIME_INDEPENDENT
        for (std::int64_t c = 0; c < channels; ++c) {
            const C d = center[c] - mean[c];
            mean[c] += d * share;
            squares[c] += sums[c] + d * d * weight;
        }
        x += count;
        done += now;
    }
}

template <bool relu, typename T>
LAPTIME_INLINE void norm_loop(const NormLanes<Compute<T>>& lanes, const T* x, T* y, std::int64_t count) {
    using C = Compute<T>;
    const C *center = lanes.center, *scale = lanes.scale, *beta = lanes.beta;
    for_lanes(count, lanes.width, [=](std::int64_t i, std::int64_t l) LAPTIME_INLINED {
        const C value = (load(x[i]) - center[l]) * scale[l] + beta[l];
        y[i] = store<T>(relu && value <= 0 ? 0 : value);
    });
}

/// dy, or 0 where the relu was 0. The sum is the one of norm_loop, rounded in the same way.
template <bool relu, typename C>
LAPTIME_INLINE C passed(C dy, C from_center, C scale, C beta) {
    return relu && from_center * scale + beta <= 0 ? 0 : dy;
}

template <bool relu, typename T>
LAPTIME_INLINE void sum_loop(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x, std::int64_t count,
                             Compute<T>* sums) {
    using C = Compute<T>;
    const std::int64_t width = lanes.width;
    const C *center = lanes.center, *scale = lanes.scale, *beta = lanes.beta;
    std::fill_n(sums, 2 * width, C{0});
    for_lanes(count, width, [=](std::int64_t i, std::int64_t l) LAPTIME_INLINED {
        const C d = load(x[i]) - center[l];
        const C gradient = relu ? passed<relu>(load(dy[i]), d, scale[l], beta[l]) : load(dy[i]);
        sums[l] += gradient * d;
        sums[width + l] += gradient;
    });
}

template <bool relu, typename T>
LAPTIME_INLINE void gradient_loop(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x,
                                  const Compute<T>* a, const Compute<T>* b, const Compute<T>* shift, T* dx,
                                  std::int64_t count) {
    using C = Compute<T>;
    const C *center = lanes.center, *scale = lanes.scale, *beta = lanes.beta;
    for_lanes(count, lanes.width, [=](std::int64_t i, std::int64_t l) LAPTIME_INLINED {
        const C d = load(x[i]) - center[l];
        const C gradient = relu ? passed<relu>(load(dy[i]), d, scale[l], beta[l]) : load(dy[i]);
        dx[i] = store<T>(gradient * a[l] + (d * b[l] + shift[l]));
    });
}

} // namespace

#define LAPTIME_NORM_ROWS(T)                                                                                 \
    LAPTIME_CLONES void moments_of_rows(const T* x, std::int64_t rows, std::int64_t channels,                \
                                        std::int64_t width, Compute<T>* mean, Compute<T>* squares,           \
                                        Compute<T>* work) {                                                  \
        moments_loop(x, rows, channels, width, mean, squares, work);                                         \
    }                                                                                                        \
    LAPTIME_CLONES void norm_range(const NormLanes<Compute<T>>& lanes, const T* x, T* y,                     \
                                   std::int64_t count) {                                                     \
        if (lanes.relu)                                                                                      \
            norm_loop<true>(lanes, x, y, count);                                                             \
        else                                                                                                 \
            norm_loop<false>(lanes, x, y, count);                                                            \
    }                                                                                                        \
    LAPTIME_CLONES void norm_sum_range(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x,          \
                                       std::int64_t count, Compute<T>* sums) {                               \
        if (lanes.relu)                                                                                      \
            sum_loop<true>(lanes, dy, x, count, sums);                                                       \
        else                                                                                                 \
            sum_loop<false>(lanes, dy, x, count, sums);                                                      \
    }                                                                                                        \
    LAPTIME_CLONES void norm_gradient_range(const NormLanes<Compute<T>>& lanes, const T* dy, const T* x,     \
                                            const Compute<T>* a, const Compute<T>* b,                        \
                                            const Compute<T>* shift, T* dx, std::int64_t count) {            \
        if (lanes.relu)                                                                                      \
            gradient_loop<true>(lanes, dy, x, a, b, shift, dx, count);                                       \
        else                                                                                                 \
            gradient_loop<false>(lanes, dy, x, a, b, shift, dx, count);                                      \
    }
LAPTIME_EACH_FLOATING(LAPTIME_NORM_ROWS)

} // namespace laptime::cpu
