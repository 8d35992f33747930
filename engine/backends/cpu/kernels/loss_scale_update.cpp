// SPDX-License-Identifier: Apache-2.0
// loss_scale_update(scale, good, ok): halves after a bad step, doubles after `interval` good ones in a row.
#include <algorithm>

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"

namespace laptime::cpu {

Kernel make_loss_scale_update(const KernelContext& context) {
    const std::int64_t interval = context.attrs().integer("interval", 2000);
    const double minimum = context.attrs().number("minimum", 0x1p-14);
    const double maximum = context.attrs().number("maximum", 0x1p24);
    return visit_full_precision(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            T& scale = *out<T>(args, 0);
            std::int64_t& good = *out<std::int64_t>(args, 1);
            if (*in<T>(args, 2) == 0) {
                scale = std::max(scale / 2, static_cast<T>(minimum));
                good = 0;
            } else if (++good >= interval) {
                scale = std::min(scale * 2, static_cast<T>(maximum));
                good = 0;
            }
        }};
    });
}

} // namespace laptime::cpu
