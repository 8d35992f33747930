// SPDX-License-Identifier: Apache-2.0
// The loops of operations y = f(x), element by element, and of their gradients dx = dy · f'. A function is a
// small struct with value(x) and slope(x or y), as templates over the type of computing.
#pragma once

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernel.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

template <typename F, typename T>
LAPTIME_INLINE void value_loop(F f, const T* x, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = store<T>(f.value(load(x[i])));
}

template <typename F, typename T>
LAPTIME_INLINE void slope_loop(F f, const T* dy, const T* saved, T* dx, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        dx[i] = store<T>(load(dy[i]) * f.slope(load(saved[i])));
}

/// values() and gradients() of function F in element type T.
#define LAPTIME_UNARY(F, T)                                                                                  \
    LAPTIME_CLONES void values(F f, const T* x, T* y, std::int64_t count) {                                  \
        value_loop(f, x, y, count);                                                                          \
    }                                                                                                        \
    LAPTIME_CLONES void gradients(F f, const T* dy, const T* saved, T* dx, std::int64_t count) {             \
        slope_loop(f, dy, saved, dx, count);                                                                 \
    }

/// The kernel of (x) -> y; `range(x, y, count)` is a set of overloads over the element types.
template <typename Range>
Kernel make_unary(const KernelContext& context, Range range) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                range(x + begin, y + begin, end - begin);
            });
        }};
    });
}

/// The kernel of (dy, saved) -> dx.
template <typename Range>
Kernel make_unary_grad(const KernelContext& context, Range range) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T *dy = in<T>(args, 0), *saved = in<T>(args, 1);
            T* dx = out<T>(args, 2);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                range(dy + begin, saved + begin, dx + begin, end - begin);
            });
        }};
    });
}

} // namespace laptime::cpu
