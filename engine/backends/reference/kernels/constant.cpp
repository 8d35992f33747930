// SPDX-License-Identifier: Apache-2.0
// constant() -> y
#include <algorithm>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void constant(const Operands& o) {
    const double value = o.attrs.number("value");
    std::ranges::fill(o.out(0), value);
    std::ranges::fill(o.outputs[0]->integers, static_cast<std::int64_t>(value));
}

} // namespace laptime::reference::kernels
