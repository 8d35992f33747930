// SPDX-License-Identifier: Apache-2.0
// max_pool(x) -> y, index and max_pool_grad(dy, index[, y]) -> dx, on [N, H, W, C] with the channels in
// vectors. The gradient is gathered: each input position looks up the windows that cover it, so no two
// threads write to one place and overlapping windows need no zeroing first.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

namespace {

/// Is `value` to be taken instead of `best`? NaN counts as the largest, so that it is seen and
/// not lost.
template <typename C>
requires std::is_floating_point_v<C> LAPTIME_INLINE bool scalar_exceeds(C value, C best) {
    return value > best || value != value;
}

} // namespace

} // namespace laptime::cpu

#define LAPTIME_LOOPS "engine/backends/cpu/kernels/pool_2x2_loops.h"
#include "engine/backends/cpu/at_each_level.h"

namespace laptime::cpu {

namespace {

/// Rows begin…end−1 of all N·OH output rows.
template <typename T>
LAPTIME_INLINE void pool_loop(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index,
                              std::int64_t begin, std::int64_t end) {
    const std::int64_t channels = g.channels;
    y += begin * g.w.output * channels;
    index += begin * g.w.output * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = x + row / g.h.output * g.h.input * g.w.input * channels;
        const std::int64_t top = row % g.h.output * g.h.stride - g.h.before;
        for (std::int64_t ow = 0; ow < g.w.output; ++ow, y += channels, index += channels) {
            const std::int64_t left = ow * g.w.stride - g.w.before;
            bool first = true;
            for (std::int64_t kh = std::max<std::int64_t>(0, -top);
                 kh < std::min(g.h.window, g.h.input - top); ++kh)
                for (std::int64_t kw = std::max<std::int64_t>(0, -left);
                     kw < std::min(g.w.window, g.w.input - left); ++kw) {
                    const T* from = image + ((top + kh) * g.w.input + left + kw) * channels;
                    const auto position = static_cast<std::uint8_t>(kh * g.w.window + kw);
                    if (first) {
                        std::copy_n(from, channels, y);
                        std::fill_n(index, channels, position);
                        first = false;
                        continue;
                    }
                    LAPTIME_INDEPENDENT
                    for (std::int64_t c = 0; c < channels; ++c) {
                        const bool more = scalar_exceeds(load(from[c]), load(y[c]));
                        y[c] = more ? from[c] : y[c];
                        index[c] = more ? position : index[c];
                    }
                }
        }
    }
}

/// dx rows begin…end−1 of all N·H input rows. `y` is null where there is no relu in front of the pool.
template <typename T>
LAPTIME_INLINE void gradient_loop(const PoolGeometry& g, const T* dy, const std::uint8_t* index, const T* y,
                                  T* dx, std::int64_t begin, std::int64_t end) {
    using C = Compute<T>;
    constexpr std::int64_t chunk = 64;
    C sum[chunk];
    const std::int64_t channels = g.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t image = row / g.h.input, h = row % g.h.input + g.h.before;
        const std::int64_t oh_first = std::max<std::int64_t>(0, (h - g.h.window + g.h.stride) / g.h.stride);
        const std::int64_t oh_last = std::min(g.h.output - 1, h / g.h.stride);
        for (std::int64_t column = 0; column < g.w.input; ++column) {
            const std::int64_t w = column + g.w.before;
            const std::int64_t ow_first =
                std::max<std::int64_t>(0, (w - g.w.window + g.w.stride) / g.w.stride);
            const std::int64_t ow_last = std::min(g.w.output - 1, w / g.w.stride);
            T* to = dx + (row * g.w.input + column) * channels;
            for (std::int64_t start = 0; start < channels; start += chunk) {
                const std::int64_t width = std::min(chunk, channels - start);
                std::fill_n(sum, width, C{0});
                for (std::int64_t oh = oh_first; oh <= oh_last; ++oh)
                    for (std::int64_t ow = ow_first; ow <= ow_last; ++ow) {
                        const auto position = static_cast<std::uint8_t>((h - oh * g.h.stride) * g.w.window +
                                                                        w - ow * g.w.stride);
                        const std::int64_t at =
                            ((image * g.h.output + oh) * g.w.output + ow) * channels + start;
                        if (y) {
                            for (std::int64_t c = 0; c < width; ++c)
                                sum[c] += index[at + c] == position && !(load(y[at + c]) <= 0)
                                              ? load(dy[at + c])
                                              : C{0};
                        } else {
                            for (std::int64_t c = 0; c < width; ++c)
                                sum[c] += index[at + c] == position ? load(dy[at + c]) : C{0};
                        }
                    }
                for (std::int64_t c = 0; c < width; ++c)
                    to[start + c] = store<T>(sum[c]);
            }
        }
    }
}

#define LAPTIME_MAX_POOL(T)                                                                                  \
    LAPTIME_CLONES void pool_rows(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index,              \
                                  std::int64_t begin, std::int64_t end) {                                    \
        pool_loop(g, x, y, index, begin, end);                                                               \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_rows(const PoolGeometry& g, const T* dy, const std::uint8_t* index,         \
                                      const T* y, T* dx, std::int64_t begin, std::int64_t end) {             \
        gradient_loop(g, dy, index, y, dx, begin, end);                                                      \
    }
LAPTIME_EACH_FLOATING(LAPTIME_MAX_POOL)

template <typename T>
void pool_rows_of(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index, std::int64_t begin,
                  std::int64_t end) {
    pool_rows(g, x, y, index, begin, end);
}

template <typename T>
void gradient_rows_of(const PoolGeometry& g, const T* dy, const std::uint8_t* index, const T* y, T* dx,
                      std::int64_t begin, std::int64_t end) {
    gradient_rows(g, dy, index, y, dx, begin, end);
}

bool is_2x2(const PoolGeometry& g) {
    const auto plain = [](const WindowAxis& axis) {
        return axis.window == 2 && axis.stride == 2 && axis.before == 0 && axis.input == 2 * axis.output;
    };
    return plain(g.h) && plain(g.w);
}

} // namespace

Kernel make_max_pool(const KernelContext& context) {
    const PoolGeometry g = pool_geometry(context.attrs(), context.shape(0));
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        const auto rows = is_2x2(g) ? LAPTIME_AT_BEST_LEVEL(pool_rows_2x2<T>) : &pool_rows_of<T>;
        return {[g, rows](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            std::uint8_t* index = out<std::uint8_t>(args, 2);
            parallel_rows(g.batch * g.h.output, g.w.input * g.channels,
                          [&](std::int64_t begin, std::int64_t end) { rows(g, x, y, index, begin, end); });
        }};
    });
}

Kernel make_max_pool_grad(const KernelContext& context) {
    const PoolGeometry g = pool_geometry(context.attrs(), context.outputs[0].shape);
    const bool with_relu = context.inputs.size() > 2;
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        const bool fast = is_2x2(g);
        const auto rows = fast ? LAPTIME_AT_BEST_LEVEL(pool_gradient_rows_2x2<T>) : &gradient_rows_of<T>;
        return {[=](Arguments args) {
            const T* dy = in<T>(args, 0);
            const std::uint8_t* index = in<std::uint8_t>(args, 1);
            const T* y = with_relu ? in<T>(args, 2) : nullptr;
            T* dx = out<T>(args, with_relu ? 3 : 2);
            parallel_rows(
                g.batch * (fast ? g.h.output : g.h.input), g.w.input * g.channels,
                [&](std::int64_t begin, std::int64_t end) { rows(g, dy, index, y, dx, begin, end); });
        }};
    });
}

} // namespace laptime::cpu
