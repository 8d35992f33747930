// SPDX-License-Identifier: Apache-2.0
// relu(x) -> y and relu_grad(dy, y) -> dx. NaN passes through, so that a broken run is noticed.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(const T* x, T* y, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const Compute<T> value = load(x[i]);
        y[i] = store<T>(value <= 0 ? 0 : value);
    }
}

template <typename T>
LAPTIME_INLINE void gradient_loop(const T* dy, const T* y, T* dx, std::int64_t count) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const Compute<T> gradient = load(dy[i]), value = load(y[i]);
        dx[i] = store<T>(value <= 0 ? 0 : gradient);
    }
}

#define LAPTIME_RELU(T)                                                                                      \
    LAPTIME_CLONES void relu_range(const T* x, T* y, std::int64_t count) {                                   \
        loop(x, y, count);                                                                                   \
    }                                                                                                        \
    LAPTIME_CLONES void relu_grad_range(const T* dy, const T* y, T* dx, std::int64_t count) {                \
        gradient_loop(dy, y, dx, count);                                                                     \
    }
LAPTIME_EACH_FLOATING(LAPTIME_RELU)

} // namespace

Kernel make_relu(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 1);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                relu_range(x + begin, y + begin, end - begin);
            });
        }};
    });
}

Kernel make_relu_grad(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T *dy = in<T>(args, 0), *y = in<T>(args, 1);
            T* dx = out<T>(args, 2);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                relu_grad_range(dy + begin, y + begin, dx + begin, end - begin);
            });
        }};
    });
}

} // namespace laptime::cpu
