// SPDX-License-Identifier: Apache-2.0
// dropout(x, rng) -> y
#include "engine/graph/ops/dropout.h"
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void dropout(const Operands& o) {
    const Dropout mask(o.attrs, o.integers(1).data(), o.shape(0).count() / o.shape(0)[0]);
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = mask.keeps_element(static_cast<std::int64_t>(i)) ? o.in(0)[i] * mask.scale : 0;
}

} // namespace laptime::reference::kernels
