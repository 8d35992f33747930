// SPDX-License-Identifier: Apache-2.0
// argmax(x) -> y
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void argmax(const Operands& o) {
    const auto columns = static_cast<std::size_t>(o.shape(0)[1]);
    for (std::size_t row = 0; row < o.out(0).size(); ++row) {
        const double* x = o.in(0).data() + row * columns;
        std::size_t best = 0;
        for (std::size_t c = 1; c < columns; ++c)
            if (x[c] > x[best] || (std::isnan(x[c]) && !std::isnan(x[best])))
                best = c;
        o.out(0)[row] = static_cast<double>(best);
    }
}

} // namespace laptime::reference::kernels
