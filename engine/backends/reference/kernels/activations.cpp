// SPDX-License-Identifier: Apache-2.0
// The smooth activations and leaky_relu, each with its gradient: (x) -> y and (dy, x or y) -> dx.
#include <cmath>
#include <numbers>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

template <typename F>
void map(const Operands& o, F f) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = f(o.in(0)[i]);
}

/// dx = dy * slope(x or y)
template <typename F>
void map_gradient(const Operands& o, F slope) {
    for (std::size_t i = 0; i < o.in(0).size(); ++i)
        o.out(0)[i] = o.in(0)[i] * slope(o.in(1)[i]);
}

double sigmoid_of(double x) {
    return 1 / (1 + std::exp(-x));
}

/// The standard normal distribution up to x, and its density there.
double normal_below(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}
double normal_density(double x) {
    return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

/// gelu's tanh form is x * (1 + tanh(u)) / 2 with u = factor * (x + cubic * x^3), and (1 + tanh(u)) / 2 is
/// sigmoid(2u), which loses no digits where it is small.
constexpr double factor = std::numbers::sqrt2 * std::numbers::inv_sqrtpi, cubic = 0.044715;
double tanh_form(double x) {
    return sigmoid_of(2 * factor * (x + cubic * x * x * x));
}

} // namespace

void leaky_relu(const Operands& o) {
    const double slope = o.attrs.number("slope", 0.3);
    map(o, [slope](double x) { return x < 0 ? slope * x : x; });
}

void leaky_relu_grad(const Operands& o) {
    const double slope = o.attrs.number("slope", 0.3);
    map_gradient(o, [slope](double y) { return y <= 0 ? slope : 1; });
}

void gelu(const Operands& o) {
    if (o.attrs.flag("approximate"))
        map(o, [](double x) { return x * tanh_form(x); });
    else
        map(o, [](double x) { return x * normal_below(x); });
}

void gelu_grad(const Operands& o) {
    if (o.attrs.flag("approximate"))
        map_gradient(o, [](double x) {
            const double s = tanh_form(x);
            return s + x * s * (1 - s) * 2 * factor * (1 + 3 * cubic * x * x);
        });
    else
        map_gradient(o, [](double x) { return normal_below(x) + x * normal_density(x); });
}

void silu(const Operands& o) {
    map(o, [](double x) { return x * sigmoid_of(x); });
}

void silu_grad(const Operands& o) {
    map_gradient(o, [](double x) { return sigmoid_of(x) * (1 + x * (1 - sigmoid_of(x))); });
}

void tanh(const Operands& o) {
    map(o, [](double x) { return std::tanh(x); });
}

void tanh_grad(const Operands& o) {
    map_gradient(o, [](double y) { return 1 - y * y; });
}

void sigmoid(const Operands& o) {
    map(o, sigmoid_of);
}

void sigmoid_grad(const Operands& o) {
    map_gradient(o, [](double y) { return y * (1 - y); });
}

} // namespace laptime::reference::kernels
