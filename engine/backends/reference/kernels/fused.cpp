// SPDX-License-Identifier: Apache-2.0
// The bias and activation that may be fused into conv2d and matmul.
#include "engine/backends/reference/kernels/fused.h"

namespace laptime::reference::kernels {

void add_bias_and_activate(const Operands& o) {
    std::vector<double>& y = o.out(0);
    if (o.input_count() > 2)
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] += o.in(2)[i % o.in(2).size()];
    if (o.attrs.text("activation") == "relu")
        for (double& value : y)
            value = value < 0 ? 0 : value;
}

} // namespace laptime::reference::kernels
