// SPDX-License-Identifier: Apache-2.0
// loss_scale_update(scale, good, ok)
#include <algorithm>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void loss_scale_update(const Operands& o) {
    double& scale = o.update(0)[0];
    std::int64_t& good = o.update_integer(1);
    if (o.scalar(2) == 0) {
        scale = std::max(scale / 2, o.attrs.number("minimum", 0x1p-14));
        good = 0;
    } else if (++good >= o.attrs.integer("interval", 2000)) {
        scale = std::min(scale * 2, o.attrs.number("maximum", 0x1p24));
        good = 0;
    }
}

} // namespace laptime::reference::kernels
