// SPDX-License-Identifier: Apache-2.0
// momentum(p, g, v, rate, ok)
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void momentum(const Operands& o) {
    if (o.scalar(4) == 0)
        return;
    std::vector<double>&p = o.update(0), &v = o.update(2);
    const double rate = o.scalar(3), decay = o.attrs.number("weight_decay");
    const double momentum = o.attrs.number("momentum", 0.9);
    const bool nesterov = o.attrs.flag("nesterov");
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double d = o.in(1)[i] + decay * p[i];
        v[i] = momentum * v[i] + d;
        p[i] -= rate * (nesterov ? d + momentum * v[i] : v[i]);
    }
}

} // namespace laptime::reference::kernels
