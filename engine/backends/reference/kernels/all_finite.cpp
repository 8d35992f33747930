// SPDX-License-Identifier: Apache-2.0
// all_finite(x...) -> ok
#include <algorithm>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void all_finite(const Operands& o) {
    o.out(0)[0] = std::ranges::all_of(o.inputs, [](const Tensor* x) { return x->all_finite(); });
}

} // namespace laptime::reference::kernels
