// SPDX-License-Identifier: Apache-2.0
// moving_average(running, value[, ok])
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void moving_average(const Operands& o) {
    if (o.input_count() > 2 && o.scalar(2) == 0)
        return;
    const double momentum = o.attrs.number("momentum", 0.99);
    for (std::size_t i = 0; i < o.in(1).size(); ++i)
        if (std::isfinite(o.in(1)[i]))
            o.update(0)[i] = o.update(0)[i] * momentum + o.in(1)[i] * (1 - momentum);
}

} // namespace laptime::reference::kernels
