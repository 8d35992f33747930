// SPDX-License-Identifier: Apache-2.0
// rmsprop(p, g, s, rate, ok), PyTorch's form.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(T* p, const T* g, T* s, std::int64_t count, T rate, T rho, T rest, T epsilon,
                         T decay) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const T d = g[i] + decay * p[i];
        s[i] = rho * s[i] + rest * d * d;
        p[i] -= rate * d / (std::sqrt(s[i]) + epsilon);
    }
}

#define LAPTIME_RMSPROP(T)                                                                                   \
    LAPTIME_CLONES void rmsprop_range(T* p, const T* g, T* s, std::int64_t count, T rate, T rho, T rest,     \
                                      T epsilon, T decay) {                                                  \
        loop(p, g, s, count, rate, rho, rest, epsilon, decay);                                               \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_RMSPROP)

} // namespace

Kernel make_rmsprop(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double rho = context.attrs().number("rho", 0.9), epsilon = context.attrs().number("epsilon", 1e-8);
    const double decay = context.attrs().number("weight_decay");
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            if (*in<T>(args, 4) == 0)
                return;
            const T rate = *in<T>(args, 3);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                rmsprop_range(out<T>(args, 0) + begin, in<T>(args, 1) + begin, out<T>(args, 2) + begin,
                              end - begin, rate, static_cast<T>(rho), static_cast<T>(1 - rho),
                              static_cast<T>(epsilon), static_cast<T>(decay));
            });
        }};
    });
}

} // namespace laptime::cpu
