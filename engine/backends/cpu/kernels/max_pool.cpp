// SPDX-License-Identifier: Apache-2.0
// max_pool(x) -> y, index and max_pool_grad(dy, index[, y]) -> dx, on [N, H, W, C] with the channels in
// vectors. The gradient is gathered: each input position looks up the windows that cover it, so no two
// threads write to one place and overlapping windows need no zeroing first.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/lanes.h"
#include "engine/backends/cpu/parallel.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

namespace {

/// Is `value` to be taken instead of `best`? As exceeds() of lanes.h.
template <typename C>
requires std::is_floating_point_v<C> LAPTIME_INLINE bool exceeds(C value, C best) {
    return value > best || value != value;
}

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
                        const bool more = exceeds(load(from[c]), load(y[c]));
                        y[c] = more ? from[c] : y[c];
                        index[c] = more ? position : index[c];
                    }
                }
        }
    }
}

/// The common case, window and stride 2 without padding: four inputs held in registers.
template <typename T>
LAPTIME_INLINE void pool_loop_2x2(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index,
                                  std::int64_t begin, std::int64_t end) {
    const std::int64_t channels = g.channels, line = g.w.input * channels;
    y += begin * g.w.output * channels;
    index += begin * g.w.output * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* from = x + (row / g.h.output * g.h.input + row % g.h.output * 2) * line;
        for (std::int64_t ow = 0; ow < g.w.output;
             ++ow, from += 2 * channels, y += channels, index += channels) {
            std::int64_t c = 0;
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, BFloat16>)
                for (; c + lane_count <= channels; c += lane_count) {
                    const WindowMaximum maximum =
                        maximum_of(load_lanes(from + c), load_lanes(from + channels + c),
                                   load_lanes(from + line + c), load_lanes(from + line + channels + c));
                    store_lanes(maximum.value, y + c);
                    store_lanes(maximum.position, index + c);
                }
            for (; c < channels; ++c) {
                using C = Compute<T>;
                const C first = load(from[c]), second = load(from[channels + c]);
                const C third = load(from[line + c]), fourth = load(from[line + channels + c]);
                const bool right = exceeds(second, first), lower_right = exceeds(fourth, third);
                const C top = right ? second : first, bottom = lower_right ? fourth : third;
                const bool lower = exceeds(bottom, top);
                y[c] = store<T>(lower ? bottom : top);
                index[c] = static_cast<std::uint8_t>(lower ? 2 + lower_right : right);
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

/// The common case again: output rows begin…end−1, each of which owns two input rows.
template <typename T>
LAPTIME_INLINE void gradient_loop_2x2(const PoolGeometry& g, const T* dy, const std::uint8_t* index,
                                      const T* y, T* dx, std::int64_t begin, std::int64_t end) {
    using C = Compute<T>;
    const std::int64_t channels = g.channels, line = g.w.input * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        T* to = dx + (row / g.h.output * g.h.input + row % g.h.output * 2) * line;
        const std::int64_t start = row * g.w.output * channels;
        for (std::int64_t ow = 0; ow < g.w.output; ++ow, to += 2 * channels) {
            const std::int64_t at = start + ow * channels;
            LAPTIME_INDEPENDENT
            for (std::int64_t c = 0; c < channels; ++c) {
                const C gradient = y && load(y[at + c]) <= 0 ? C{0} : load(dy[at + c]);
                const int position = index[at + c];
                to[c] = store<T>(position == 0 ? gradient : C{0});
                to[channels + c] = store<T>(position == 1 ? gradient : C{0});
                to[line + c] = store<T>(position == 2 ? gradient : C{0});
                to[line + channels + c] = store<T>(position == 3 ? gradient : C{0});
            }
        }
    }
}

#define LAPTIME_MAX_POOL(T)                                                                                  \
    LAPTIME_CLONES void pool_rows(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index,              \
                                  std::int64_t begin, std::int64_t end) {                                    \
        pool_loop(g, x, y, index, begin, end);                                                               \
    }                                                                                                        \
    LAPTIME_CLONES void pool_rows_2x2(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index,          \
                                      std::int64_t begin, std::int64_t end) {                                \
        pool_loop_2x2(g, x, y, index, begin, end);                                                           \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_rows(const PoolGeometry& g, const T* dy, const std::uint8_t* index,         \
                                      const T* y, T* dx, std::int64_t begin, std::int64_t end) {             \
        gradient_loop(g, dy, index, y, dx, begin, end);                                                      \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_rows_2x2(const PoolGeometry& g, const T* dy, const std::uint8_t* index,     \
                                          const T* y, T* dx, std::int64_t begin, std::int64_t end) {         \
        if (y)                                                                                               \
            gradient_loop_2x2(g, dy, index, y, dx, begin, end);                                              \
        else                                                                                                 \
            gradient_loop_2x2(g, dy, index, static_cast<const T*>(nullptr), dx, begin, end);                 \
    }
LAPTIME_EACH_FLOATING(LAPTIME_MAX_POOL)

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
        return {[g, fast = is_2x2(g)](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            std::uint8_t* index = out<std::uint8_t>(args, 2);
            parallel_rows(g.batch * g.h.output, g.w.input * g.channels,
                          [&](std::int64_t begin, std::int64_t end) {
                              if (fast)
                                  pool_rows_2x2(g, x, y, index, begin, end);
                              else
                                  pool_rows(g, x, y, index, begin, end);
                          });
        }};
    });
}

Kernel make_max_pool_grad(const KernelContext& context) {
    const PoolGeometry g = pool_geometry(context.attrs(), context.outputs[0].shape);
    const bool with_relu = context.inputs.size() > 2;
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[g, with_relu, fast = is_2x2(g)](Arguments args) {
            const T* dy = in<T>(args, 0);
            const std::uint8_t* index = in<std::uint8_t>(args, 1);
            const T* y = with_relu ? in<T>(args, 2) : nullptr;
            T* dx = out<T>(args, with_relu ? 3 : 2);
            parallel_rows(g.batch * (fast ? g.h.output : g.h.input), g.w.input * g.channels,
                          [&](std::int64_t begin, std::int64_t end) {
                              if (fast)
                                  gradient_rows_2x2(g, dy, index, y, dx, begin, end);
                              else
                                  gradient_rows(g, dy, index, y, dx, begin, end);
                          });
        }};
    });
}

} // namespace laptime::cpu
