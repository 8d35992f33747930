// SPDX-License-Identifier: Apache-2.0
// sgd(p, g, rate, ok)
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void sgd(const Operands& o) {
    if (o.scalar(3) == 0)
        return;
    std::vector<double>& p = o.update(0);
    const double rate = o.scalar(2), decay = o.attrs.number("weight_decay");
    for (std::size_t i = 0; i < p.size(); ++i)
        p[i] -= rate * (o.in(1)[i] + decay * p[i]);
}

} // namespace laptime::reference::kernels
