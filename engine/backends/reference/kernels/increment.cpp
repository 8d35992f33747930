// SPDX-License-Identifier: Apache-2.0
// increment(counter, ok)
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void increment(const Operands& o) {
    o.update_integer(0) += o.scalar(1) != 0;
}

} // namespace laptime::reference::kernels
