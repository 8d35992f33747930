// SPDX-License-Identifier: Apache-2.0
// adam(p, g, m, v, rate, counter, ok)
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void adam(const Operands& o) {
    if (o.scalar(6) == 0)
        return;
    std::vector<double>&p = o.update(0), &m = o.update(2), &v = o.update(3);
    const double rate = o.scalar(4), t = static_cast<double>(o.integers(5)[0] + 1);
    const double beta1 = o.attrs.number("beta1", 0.9), beta2 = o.attrs.number("beta2", 0.999);
    const double epsilon = o.attrs.number("epsilon", 1e-8), decay = o.attrs.number("weight_decay");
    const bool decoupled = o.attrs.flag("decoupled");
    const double bias1 = 1 - std::pow(beta1, t), bias2 = std::sqrt(1 - std::pow(beta2, t));
    for (std::size_t i = 0; i < p.size(); ++i) {
        double d = o.in(1)[i];
        if (decoupled)
            p[i] *= 1 - rate * decay;
        else
            d += decay * p[i];
        m[i] = beta1 * m[i] + (1 - beta1) * d;
        v[i] = beta2 * v[i] + (1 - beta2) * d * d;
        p[i] -= rate / bias1 * m[i] / (std::sqrt(v[i]) / bias2 + epsilon);
    }
}

} // namespace laptime::reference::kernels
