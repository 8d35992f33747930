// SPDX-License-Identifier: Apache-2.0
// avg_pool(x) -> y, global_avg_pool(x) -> y and their gradients (dy) -> dx, on [N, H, W, C] with the channels
// in vectors. The gradient of avg_pool is gathered as max_pool's is: each input position adds up the windows
// that cover it.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

namespace {

/// Channels that are summed at a time, in a small array.
constexpr std::int64_t chunk = 64;

/// The inputs of output position o along an axis that are not padding: [first, last).
struct Covered {
    std::int64_t first, last;
};
LAPTIME_INLINE Covered covered(const WindowAxis& axis, std::int64_t o) {
    const std::int64_t begin = o * axis.stride - axis.before;
    return {std::max<std::int64_t>(begin, 0), std::min(begin + axis.window, axis.input)};
}

/// Rows begin…end−1 of all N·OH output rows.
template <typename T>
LAPTIME_INLINE void pool_loop(const PoolGeometry& g, const T* x, T* y, std::int64_t begin, std::int64_t end) {
    using C = Compute<T>;
    C sum[chunk];
    const std::int64_t channels = g.channels;
    y += begin * g.w.output * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = x + row / g.h.output * g.h.input * g.w.input * channels;
        const Covered h = covered(g.h, row % g.h.output);
        for (std::int64_t ow = 0; ow < g.w.output; ++ow, y += channels) {
            const Covered w = covered(g.w, ow);
            const C factor = C{1} / static_cast<C>((h.last - h.first) * (w.last - w.first));
            for (std::int64_t start = 0; start < channels; start += chunk) {
                const std::int64_t width = std::min(chunk, channels - start);
                std::fill_n(sum, width, C{0});
                for (std::int64_t ih = h.first; ih < h.last; ++ih)
                    for (std::int64_t iw = w.first; iw < w.last; ++iw) {
                        const T* from = image + (ih * g.w.input + iw) * channels + start;
                        for (std::int64_t c = 0; c < width; ++c)
                            sum[c] += load(from[c]);
                    }
                for (std::int64_t c = 0; c < width; ++c)
                    y[start + c] = store<T>(sum[c] * factor);
            }
        }
    }
}

/// The outputs that cover input position i along an axis: [first, last].
LAPTIME_INLINE Covered covering(const WindowAxis& axis, std::int64_t i) {
    const std::int64_t at = i + axis.before;
    return {std::max<std::int64_t>(0, (at - axis.window + axis.stride) / axis.stride),
            std::min(axis.output - 1, at / axis.stride)};
}

/// dx rows begin…end−1 of all N·H input rows.
template <typename T>
LAPTIME_INLINE void gradient_loop(const PoolGeometry& g, const T* dy, T* dx, std::int64_t begin,
                                  std::int64_t end) {
    using C = Compute<T>;
    C sum[chunk];
    const std::int64_t channels = g.channels;
    dx += begin * g.w.input * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* image = dy + row / g.h.input * g.h.output * g.w.output * channels;
        const Covered h = covering(g.h, row % g.h.input);
        for (std::int64_t iw = 0; iw < g.w.input; ++iw, dx += channels) {
            const Covered w = covering(g.w, iw);
            for (std::int64_t start = 0; start < channels; start += chunk) {
                const std::int64_t width = std::min(chunk, channels - start);
                std::fill_n(sum, width, C{0});
                for (std::int64_t oh = h.first; oh <= h.last; ++oh)
                    for (std::int64_t ow = w.first; ow <= w.last; ++ow) {
                        const Covered ch = covered(g.h, oh), cw = covered(g.w, ow);
                        const C factor = C{1} / static_cast<C>((ch.last - ch.first) * (cw.last - cw.first));
                        const T* from = image + (oh * g.w.output + ow) * channels + start;
                        for (std::int64_t c = 0; c < width; ++c)
                            sum[c] += load(from[c]) * factor;
                    }
                for (std::int64_t c = 0; c < width; ++c)
                    dx[start + c] = store<T>(sum[c]);
            }
        }
    }
}

/// Images begin…end−1 of `pixels` pixels.
template <typename T>
LAPTIME_INLINE void global_loop(const T* x, T* y, std::int64_t pixels, std::int64_t channels,
                                std::int64_t begin, std::int64_t end) {
    using C = Compute<T>;
    C sum[chunk];
    const C factor = C{1} / static_cast<C>(pixels);
    for (std::int64_t n = begin; n < end; ++n)
        for (std::int64_t start = 0; start < channels; start += chunk) {
            const std::int64_t width = std::min(chunk, channels - start);
            const T* from = x + n * pixels * channels + start;
            std::fill_n(sum, width, C{0});
            for (std::int64_t p = 0; p < pixels; ++p, from += channels)
                for (std::int64_t c = 0; c < width; ++c)
                    sum[c] += load(from[c]);
            for (std::int64_t c = 0; c < width; ++c)
                y[n * channels + start + c] = store<T>(sum[c] * factor);
        }
}

template <typename T>
LAPTIME_INLINE void global_gradient_loop(const T* dy, T* dx, std::int64_t pixels, std::int64_t channels,
                                         std::int64_t begin, std::int64_t end) {
    using C = Compute<T>;
    const C factor = C{1} / static_cast<C>(pixels);
    for (std::int64_t n = begin; n < end; ++n) {
        const T* from = dy + n * channels;
        T* to = dx + n * pixels * channels;
        for (std::int64_t p = 0; p < pixels; ++p, to += channels) {
            LAPTIME_INDEPENDENT
            for (std::int64_t c = 0; c < channels; ++c)
                to[c] = store<T>(load(from[c]) * factor);
        }
    }
}

#define LAPTIME_AVG_POOL(T)                                                                                  \
    LAPTIME_CLONES void pool_rows(const PoolGeometry& g, const T* x, T* y, std::int64_t begin,               \
                                  std::int64_t end) {                                                        \
        pool_loop(g, x, y, begin, end);                                                                      \
    }                                                                                                        \
    LAPTIME_CLONES void gradient_rows(const PoolGeometry& g, const T* dy, T* dx, std::int64_t begin,         \
                                      std::int64_t end) {                                                    \
        gradient_loop(g, dy, dx, begin, end);                                                                \
    }                                                                                                        \
    LAPTIME_CLONES void global_items(const T* x, T* y, std::int64_t pixels, std::int64_t channels,           \
                                     std::int64_t begin, std::int64_t end) {                                 \
        global_loop(x, y, pixels, channels, begin, end);                                                     \
    }                                                                                                        \
    LAPTIME_CLONES void global_gradient_items(const T* dy, T* dx, std::int64_t pixels,                       \
                                              std::int64_t channels, std::int64_t begin, std::int64_t end) { \
        global_gradient_loop(dy, dx, pixels, channels, begin, end);                                          \
    }
LAPTIME_EACH_FLOATING(LAPTIME_AVG_POOL)

} // namespace

Kernel make_avg_pool(const KernelContext& context) {
    const PoolGeometry g = pool_geometry(context.attrs(), context.shape(0));
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[g](Arguments args) {
            parallel_rows(g.batch * g.h.output, g.w.input * g.channels,
                          [&](std::int64_t begin, std::int64_t end) {
                              pool_rows(g, in<T>(args, 0), out<T>(args, 1), begin, end);
                          });
        }};
    });
}

Kernel make_avg_pool_grad(const KernelContext& context) {
    const PoolGeometry g = pool_geometry(context.attrs(), context.outputs[0].shape);
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[g](Arguments args) {
            parallel_rows(g.batch * g.h.input, g.w.input * g.channels,
                          [&](std::int64_t begin, std::int64_t end) {
                              gradient_rows(g, in<T>(args, 0), out<T>(args, 1), begin, end);
                          });
        }};
    });
}

Kernel make_global_avg_pool(const KernelContext& context) {
    const Shape& x = context.shape(0);
    const std::int64_t items = x[0], pixels = x[1] * x[2], channels = x[3];
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            parallel_rows(items, pixels * channels, [=](std::int64_t begin, std::int64_t end) {
                global_items(in<T>(args, 0), out<T>(args, 1), pixels, channels, begin, end);
            });
        }};
    });
}

Kernel make_global_avg_pool_grad(const KernelContext& context) {
    const Shape& x = context.outputs[0].shape;
    const std::int64_t items = x[0], pixels = x[1] * x[2], channels = x[3];
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            parallel_rows(items, pixels * channels, [=](std::int64_t begin, std::int64_t end) {
                global_gradient_items(in<T>(args, 0), out<T>(args, 1), pixels, channels, begin, end);
            });
        }};
    });
}

} // namespace laptime::cpu
