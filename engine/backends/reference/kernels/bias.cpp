// SPDX-License-Identifier: Apache-2.0
// bias_add(x, b) -> y, bias_grad(dy) -> db
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void bias_add(const Operands& o) {
    const std::vector<double>&x = o.in(0), &b = o.in(1);
    for (std::size_t i = 0; i < x.size(); ++i)
        o.out(0)[i] = x[i] + b[i % b.size()];
}

void bias_grad(const Operands& o) {
    std::vector<double>& db = o.out(0);
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        db[i % db.size()] += o.in(0)[i];
}

} // namespace laptime::reference::kernels
