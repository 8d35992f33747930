// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits, labels, scale) -> loss, probabilities and its gradient
#include <algorithm>
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/labels.h"

namespace laptime::reference::kernels {

namespace {

/// What a row is compared with: y of each class, smoothed, and times the weight of the row's label.
std::vector<double> wanted(const Operands& o, std::size_t labels, std::size_t row, std::size_t classes) {
    std::vector<double> y(classes);
    double weight = 1;
    if (o.inputs[labels]->type.dtype == DType::i32) {
        const std::size_t label = label_of(o, labels, row, classes);
        y[label] = 1;
        if (const std::vector<double> weights = o.attrs.numbers("class_weights"); !weights.empty())
            weight = weights[label];
    } else {
        std::copy_n(o.in(labels).begin() + static_cast<std::ptrdiff_t>(row * classes), classes, y.begin());
    }
    const double smoothing = o.attrs.number("label_smoothing");
    for (double& value : y)
        value = weight * (value * (1 - smoothing) + smoothing / static_cast<double>(classes));
    return y;
}

} // namespace

void softmax_cross_entropy(const Operands& o) {
    const auto rows = static_cast<std::size_t>(o.shape(0)[0]),
               classes = static_cast<std::size_t>(o.shape(0)[1]);
    double loss = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const double* logits = o.in(0).data() + row * classes;
        double* probabilities = o.out(1).data() + row * classes;
        const double largest = *std::max_element(logits, logits + classes);
        double sum = 0;
        for (std::size_t c = 0; c < classes; ++c)
            sum += probabilities[c] = std::exp(logits[c] - largest);
        const std::vector<double> y = wanted(o, 1, row, classes);
        for (std::size_t c = 0; c < classes; ++c) {
            probabilities[c] /= sum;
            if (y[c] != 0)
                loss += y[c] * (std::log(sum) - (logits[c] - largest));
        }
    }
    o.out(0)[0] = loss * o.scalar(2);
}

void softmax_cross_entropy_grad(const Operands& o) {
    const auto rows = static_cast<std::size_t>(o.shape(1)[0]),
               classes = static_cast<std::size_t>(o.shape(1)[1]);
    const double factor = o.scalar(0) * o.scalar(3);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::vector<double> y = wanted(o, 2, row, classes);
        double total = 0;
        for (const double value : y)
            total += value;
        for (std::size_t c = 0; c < classes; ++c) {
            const std::size_t i = row * classes + c;
            o.out(0)[i] = factor * (total * o.in(1)[i] - y[c]);
        }
    }
}

} // namespace laptime::reference::kernels
