// SPDX-License-Identifier: Apache-2.0
// cast(x) -> y; the rounding is done behind every kernel.
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void cast(const Operands& o) {
    o.out(0) = o.in(0);
}

} // namespace laptime::reference::kernels
