// SPDX-License-Identifier: Apache-2.0
// reshape(x) -> y
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void reshape(const Operands& o) {
    o.out(0) = o.in(0);
    o.outputs[0]->integers = o.integers(0);
}

} // namespace laptime::reference::kernels
