// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits, labels, scale) -> loss, probabilities and its gradient
#include <algorithm>
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/labels.h"

namespace laptime::reference::kernels {

void softmax_cross_entropy(const Operands& o) {
    const auto classes = static_cast<std::size_t>(o.shape(0)[1]);
    double loss = 0;
    for (std::size_t row = 0; row < o.in(1).size(); ++row) {
        const double* logits = o.in(0).data() + row * classes;
        double* probabilities = o.out(1).data() + row * classes;
        const double largest = *std::max_element(logits, logits + classes);
        double sum = 0;
        for (std::size_t c = 0; c < classes; ++c)
            sum += probabilities[c] = std::exp(logits[c] - largest);
        for (std::size_t c = 0; c < classes; ++c)
            probabilities[c] /= sum;
        loss += std::log(sum) - (logits[label_of(o, 1, row, classes)] - largest);
    }
    o.out(0)[0] = loss * o.scalar(2);
}

void softmax_cross_entropy_grad(const Operands& o) {
    const auto classes = static_cast<std::size_t>(o.shape(1)[1]);
    const double factor = o.scalar(0) * o.scalar(3);
    for (std::size_t row = 0; row < o.in(2).size(); ++row) {
        const std::size_t label = label_of(o, 2, row, classes);
        for (std::size_t c = 0; c < classes; ++c) {
            const std::size_t i = row * classes + c;
            o.out(0)[i] = factor * (o.in(1)[i] - (c == label ? 1 : 0));
        }
    }
}

} // namespace laptime::reference::kernels
