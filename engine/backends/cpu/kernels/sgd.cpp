// SPDX-License-Identifier: Apache-2.0
// sgd(p, g, rate, ok): p -= rate * (g + weight_decay * p).
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(T* p, const T* g, std::int64_t count, T rate, T decay) {
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i)
        p[i] -= rate * (g[i] + decay * p[i]);
}

#define LAPTIME_SGD(T)                                                                                       \
    LAPTIME_CLONES void sgd_range(T* p, const T* g, std::int64_t count, T rate, T decay) {                   \
        loop(p, g, count, rate, decay);                                                                      \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_SGD)

} // namespace

Kernel make_sgd(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double decay = context.attrs().number("weight_decay");
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            if (*in<T>(args, 3) == 0)
                return;
            const T rate = *in<T>(args, 2);
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                sgd_range(out<T>(args, 0) + begin, in<T>(args, 1) + begin, end - begin, rate,
                          static_cast<T>(decay));
            });
        }};
    });
}

} // namespace laptime::cpu
