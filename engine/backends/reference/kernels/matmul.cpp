// SPDX-License-Identifier: Apache-2.0
// matmul(a, b[, bias]) -> y
#include "engine/backends/reference/kernels/fused.h"
#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void matmul(const Operands& o) {
    const bool ta = o.attrs.flag("transpose_a"), tb = o.attrs.flag("transpose_b");
    const std::int64_t rows = o.shape(0)[ta ? 1 : 0], inner = o.shape(0)[ta ? 0 : 1];
    const std::int64_t columns = o.shape(1)[tb ? 0 : 1];
    const double *a = o.in(0).data(), *b = o.in(1).data();
    double* y = o.out(0).data();
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < inner; ++i) {
            const double left = a[ta ? i * rows + r : r * inner + i];
            for (std::int64_t c = 0; c < columns; ++c)
                y[r * columns + c] += left * b[tb ? c * inner + i : i * columns + c];
        }
    add_bias_and_activate(o);
}

} // namespace laptime::reference::kernels
