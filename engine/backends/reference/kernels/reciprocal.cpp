// SPDX-License-Identifier: Apache-2.0
// reciprocal(x) -> y
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void reciprocal(const Operands& o) {
    o.out(0)[0] = 1 / o.scalar(0);
}

} // namespace laptime::reference::kernels
