// SPDX-License-Identifier: Apache-2.0
// learning_rate(counter) -> rate
#include "engine/graph/ops/learning_rate.h"

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void learning_rate(const Operands& o) {
    o.out(0)[0] = learning_rate_at(o.attrs, o.integers(0)[0]);
}

} // namespace laptime::reference::kernels
