// SPDX-License-Identifier: Apache-2.0
// layer_norm and group_norm(x, gamma, beta) -> y, mean, inverse_deviation, and their gradients (dy, x, gamma,
// mean, inverse_deviation) -> dx, dgamma, dbeta. Both normalise sets of elements that share a statistic; they
// differ in which.
#include <cmath>
#include <functional>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

/// The statistic that element i of x belongs to.
using SetOf = std::function<std::size_t(std::size_t)>;

SetOf rows_of(const Shape& x) {
    return [channels = static_cast<std::size_t>(x[-1])](std::size_t i) { return i / channels; };
}

SetOf groups_of(const Operands& o, const Shape& x) {
    const auto groups = static_cast<std::size_t>(o.attrs.integer("groups", 1));
    const auto channels = static_cast<std::size_t>(x[-1]), item = static_cast<std::size_t>(x.count() / x[0]);
    return [=](std::size_t i) { return i / item * groups + i % channels / (channels / groups); };
}

void normalise(const Operands& o, const SetOf& set_of) {
    const std::vector<double>&x = o.in(0), &gamma = o.in(1), &beta = o.in(2);
    std::vector<double>&mean = o.out(1), &inverse = o.out(2);
    const auto count = static_cast<double>(x.size() / mean.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        mean[set_of(i)] += x[i] / count;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double deviation = x[i] - mean[set_of(i)];
        inverse[set_of(i)] += deviation * deviation / count; // the variance, so far
    }
    for (double& value : inverse)
        value = 1 / std::sqrt(value + o.attrs.number("epsilon", 1e-3));
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t c = i % gamma.size(), set = set_of(i);
        o.out(0)[i] = gamma[c] * (x[i] - mean[set]) * inverse[set] + beta[c];
    }
}

void gradient(const Operands& o, const SetOf& set_of) {
    const std::vector<double>&dy = o.in(0), &x = o.in(1), &gamma = o.in(2), &mean = o.in(3),
          &inverse = o.in(4);
    std::vector<double>&dx = o.out(0), &dgamma = o.out(1), &dbeta = o.out(2);
    const auto count = static_cast<double>(x.size() / mean.size());
    const auto normal = [&](std::size_t i) { return (x[i] - mean[set_of(i)]) * inverse[set_of(i)]; };
    const auto scaled = [&](std::size_t i) { return dy[i] * gamma[i % gamma.size()]; };
    std::vector<double> sum(mean.size()), product(mean.size()); // of scaled, and of scaled * normal
    for (std::size_t i = 0; i < x.size(); ++i) {
        dgamma[i % gamma.size()] += dy[i] * normal(i);
        dbeta[i % gamma.size()] += dy[i];
        sum[set_of(i)] += scaled(i);
        product[set_of(i)] += scaled(i) * normal(i);
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t set = set_of(i);
        dx[i] = inverse[set] * (scaled(i) - sum[set] / count - normal(i) * product[set] / count);
    }
}

} // namespace

void layer_norm(const Operands& o) {
    normalise(o, rows_of(o.shape(0)));
}

void layer_norm_grad(const Operands& o) {
    gradient(o, rows_of(o.shape(1)));
}

void group_norm(const Operands& o) {
    normalise(o, groups_of(o, o.shape(0)));
}

void group_norm_grad(const Operands& o) {
    gradient(o, groups_of(o, o.shape(1)));
}

} // namespace laptime::reference::kernels
