// SPDX-License-Identifier: Apache-2.0
// binary_cross_entropy and regression_loss (values, targets, scale) -> loss, their gradients (dloss, values,
// targets, scale) -> dvalues, and the counts and sums behind their metrics
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

/// loss = scale · Σ over rows of the row's mean of f(value, target)
template <typename F>
void mean_loss(const Operands& o, F f) {
    double sum = 0;
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        sum += f(o.in(0)[i], o.in(1)[i]);
    o.out(0)[0] = sum / static_cast<double>(o.shape(0)[1]) * o.scalar(2);
}

template <typename F>
void mean_loss_grad(const Operands& o, F slope) {
    const double factor = o.scalar(0) * o.scalar(3) / static_cast<double>(o.shape(1)[1]);
    for (std::size_t i = 0; i < o.in(1).size(); ++i)
        o.out(0)[i] = factor * slope(o.in(1)[i], o.in(2)[i]);
}

double sign(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : x; // NaN stays NaN
}

} // namespace

void binary_cross_entropy(const Operands& o) {
    mean_loss(
        o, [](double z, double t) { return (z < 0 ? 0 : z) - z * t + std::log1p(std::exp(-std::abs(z))); });
}

void binary_cross_entropy_grad(const Operands& o) {
    mean_loss_grad(o, [](double z, double t) { return 1 / (1 + std::exp(-z)) - t; });
}

void binary_correct_count(const Operands& o) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i) {
        const double z = o.in(0)[i];
        o.out(0)[0] += !std::isnan(z) && (z > 0) == (o.in(1)[i] > 0.5);
    }
    o.out(0)[0] /= static_cast<double>(o.shape(0)[1]);
}

void regression_loss(const Operands& o) {
    const std::string kind = o.attrs.text("kind", "mse");
    const double delta = o.attrs.number("delta", 1);
    mean_loss(o, [&](double y, double t) {
        const double size = std::abs(y - t);
        if (kind == "mse")
            return size * size;
        if (kind == "mae")
            return size;
        return size <= delta ? size * size / 2 : delta * size - delta * delta / 2;
    });
}

void regression_loss_grad(const Operands& o) {
    const std::string kind = o.attrs.text("kind", "mse");
    const double delta = o.attrs.number("delta", 1);
    mean_loss_grad(o, [&](double y, double t) {
        const double error = y - t;
        if (kind == "mse")
            return 2 * error;
        if (kind == "mae")
            return sign(error);
        return std::abs(error) <= delta ? error : delta * sign(error);
    });
}

void regression_sums(const Operands& o) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i) {
        const double target = o.in(1)[i], error = o.in(0)[i] - target;
        o.out(0)[0] += std::abs(error);
        o.out(1)[0] += error * error;
        o.out(2)[0] += target;
        o.out(3)[0] += target * target;
    }
}

} // namespace laptime::reference::kernels
