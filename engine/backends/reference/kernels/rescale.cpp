// SPDX-License-Identifier: Apache-2.0
// rescale(x) -> y
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void rescale(const Operands& o) {
    const double scale = o.attrs.number("scale", 1.0), offset = o.attrs.number("offset");
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = o.in(0)[i] * scale + offset;
}

} // namespace laptime::reference::kernels
