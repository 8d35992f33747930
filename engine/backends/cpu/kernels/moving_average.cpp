// SPDX-License-Identifier: Apache-2.0
// moving_average(running, value): running = running * m + value * (1 - m) where value is finite.
#include <cmath>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_moving_average(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count();
    const double momentum = context.attrs().number("momentum", 0.99);
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            T* running = out<T>(args, 0);
            const T* value = in<T>(args, 1);
            const T keep = static_cast<T>(momentum), take = static_cast<T>(1 - momentum);
            for (std::int64_t i = 0; i < count; ++i)
                if (std::isfinite(value[i]))
                    running[i] = running[i] * keep + value[i] * take;
        }};
    });
}

} // namespace laptime::cpu
