// SPDX-License-Identifier: Apache-2.0
// momentum(p, g, v, rate, ok), PyTorch's form, with Nesterov's variant.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(T* p, const T* g, T* v, std::int64_t count, T rate, T momentum, T decay,
                         bool nesterov) {
    // p -= rate * (from_d * d + from_v * v) covers both variants without a branch in the loop.
    const T from_d = nesterov ? 1 : 0, from_v = nesterov ? momentum : 1;
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const T d = g[i] + decay * p[i];
        v[i] = momentum * v[i] + d;
        p[i] -= rate * (from_d * d + from_v * v[i]);
    }
}

#define LAPTIME_MOMENTUM(T)                                                                                  \
    LAPTIME_CLONES void momentum_range(T* p, const T* g, T* v, std::int64_t count, T rate, T momentum,       \
                                       T decay, bool nesterov) {                                             \
        loop(p, g, v, count, rate, momentum, decay, nesterov);                                               \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_MOMENTUM)

} // namespace

Kernel make_momentum(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double momentum = context.attrs().number("momentum", 0.9);
    const double decay = context.attrs().number("weight_decay");
    const bool nesterov = context.attrs().flag("nesterov");
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            if (*in<T>(args, 4) == 0)
                return;
            const T rate = *in<T>(args, 3);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                momentum_range(out<T>(args, 0) + begin, in<T>(args, 1) + begin, out<T>(args, 2) + begin,
                               end - begin, rate, static_cast<T>(momentum), static_cast<T>(decay), nesterov);
            });
        }};
    });
}

} // namespace laptime::cpu
