// SPDX-License-Identifier: Apache-2.0
// accumulate(sum, x), clear(x)
#include <algorithm>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void accumulate(const Operands& o) {
    for (std::size_t i = 0; i < o.in(1).size(); ++i)
        o.update(0)[i] += o.in(1)[i];
}

void clear(const Operands& o) {
    std::ranges::fill(o.update(0), 0.0);
    std::ranges::fill(o.inputs[0]->integers, 0);
}

} // namespace laptime::reference::kernels
