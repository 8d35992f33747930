// SPDX-License-Identifier: Apache-2.0
// rmsprop(p, g, s, rate, ok)
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void rmsprop(const Operands& o) {
    if (o.scalar(4) == 0)
        return;
    std::vector<double>&p = o.update(0), &s = o.update(2);
    const double rate = o.scalar(3), decay = o.attrs.number("weight_decay");
    const double rho = o.attrs.number("rho", 0.9), epsilon = o.attrs.number("epsilon", 1e-7);
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double d = o.in(1)[i] + decay * p[i];
        s[i] = rho * s[i] + (1 - rho) * d * d;
        p[i] -= rate * d / (std::sqrt(s[i]) + epsilon);
    }
}

} // namespace laptime::reference::kernels
