// SPDX-License-Identifier: Apache-2.0
// moving_average(running, value[, ok]): running = running * m + value * (1 - m) where value is finite;
// nothing where ok is 0.
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

template <typename T>
LAPTIME_INLINE void loop(T* running, const T* value, std::int64_t count, double momentum) {
    const T keep = static_cast<T>(momentum), take = static_cast<T>(1 - momentum);
    LAPTIME_INDEPENDENT
    for (std::int64_t i = 0; i < count; ++i) {
        const bool is_finite = value[i] - value[i] == 0;
        running[i] = is_finite ? running[i] * keep + value[i] * take : running[i];
    }
}

#define LAPTIME_MOVING_AVERAGE(T)                                                                            \
    LAPTIME_CLONES void average_range(T* running, const T* value, std::int64_t count, double momentum) {     \
        loop(running, value, count, momentum);                                                               \
    }
LAPTIME_EACH_FULL_PRECISION(LAPTIME_MOVING_AVERAGE)

} // namespace

Kernel make_moving_average(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double momentum = context.attrs().number("momentum", 0.99);
    const bool has_ok = context.inputs.size() > 2;
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            if (has_ok && *in<T>(args, 2) == 0)
                return;
            parallel_elements(count, [=](std::int64_t begin, std::int64_t end) {
                average_range(out<T>(args, 0) + begin, in<T>(args, 1) + begin, end - begin, momentum);
            });
        }};
    });
}

} // namespace laptime::cpu
