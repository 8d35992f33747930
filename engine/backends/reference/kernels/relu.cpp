// SPDX-License-Identifier: Apache-2.0
// relu(x) -> y, relu_grad(dy, y) -> dx
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void relu(const Operands& o) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = o.in(0)[i] < 0 ? 0 : o.in(0)[i];
}

void relu_grad(const Operands& o) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = o.in(1)[i] <= 0 ? 0 : o.in(0)[i];
}

} // namespace laptime::reference::kernels
