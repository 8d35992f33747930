// SPDX-License-Identifier: Apache-2.0
// softmax(x) -> y over the last axis and softmax_grad(dy, y) -> dx
#include <algorithm>
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

void softmax(const Operands& o) {
    const auto width = static_cast<std::size_t>(o.shape(0)[-1]);
    for (std::size_t row = 0; row < o.in(0).size(); row += width) {
        const double* x = o.in(0).data() + row;
        double* y = o.out(0).data() + row;
        const double largest = *std::max_element(x, x + width);
        double sum = 0;
        for (std::size_t c = 0; c < width; ++c)
            sum += y[c] = std::exp(x[c] - largest);
        for (std::size_t c = 0; c < width; ++c)
            y[c] /= sum;
    }
}

void softmax_grad(const Operands& o) {
    const auto width = static_cast<std::size_t>(o.shape(0)[-1]);
    for (std::size_t row = 0; row < o.in(0).size(); row += width) {
        double sum = 0;
        for (std::size_t i = row; i < row + width; ++i)
            sum += o.in(0)[i] * o.in(1)[i];
        for (std::size_t i = row; i < row + width; ++i)
            o.out(0)[i] = o.in(1)[i] * (o.in(0)[i] - sum);
    }
}

} // namespace laptime::reference::kernels
