// SPDX-License-Identifier: Apache-2.0
// batch_norm(x, gamma, beta) -> y, mean, variance; batch_norm_grad(dy, x, gamma, mean, variance[, beta]) ->
// dx, dgamma, dbeta; batch_norm_inference(x, gamma, beta, mean, variance) -> y
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"

namespace laptime::reference::kernels {

namespace {

double epsilon_of(const Operands& o) {
    return o.attrs.number("epsilon", 1e-3);
}

bool has_relu(const Operands& o) {
    return o.attrs.text("activation") == "relu";
}

void normalise(const Operands& o, const std::vector<double>& mean, const std::vector<double>& variance) {
    const std::size_t channels = mean.size();
    for (std::size_t i = 0; i < o.in(0).size(); ++i) {
        const std::size_t c = i % channels;
        const double y =
            o.in(1)[c] * (o.in(0)[i] - mean[c]) / std::sqrt(variance[c] + epsilon_of(o)) + o.in(2)[c];
        o.out(0)[i] = has_relu(o) && y < 0 ? 0 : y;
    }
}

} // namespace

void batch_norm(const Operands& o) {
    const std::vector<double>& x = o.in(0);
    std::vector<double>&mean = o.out(1), &variance = o.out(2);
    const std::size_t channels = mean.size();
    const double count = static_cast<double>(x.size() / channels);
    for (std::size_t i = 0; i < x.size(); ++i)
        mean[i % channels] += x[i] / count;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double deviation = x[i] - mean[i % channels];
        variance[i % channels] += deviation * deviation / count;
    }
    normalise(o, mean, variance);
}

void batch_norm_grad(const Operands& o) {
    const std::vector<double>&x = o.in(1), &gamma = o.in(2), &mean = o.in(3), &variance = o.in(4);
    std::vector<double>&dgamma = o.out(1), &dbeta = o.out(2);
    const std::size_t channels = mean.size();
    const double count = static_cast<double>(x.size() / channels);
    const auto normal = [&](std::size_t i) {
        const std::size_t c = i % channels;
        return (x[i] - mean[c]) / std::sqrt(variance[c] + epsilon_of(o));
    };
    std::vector<double> dy = o.in(0);
    for (std::size_t i = 0; has_relu(o) && i < x.size(); ++i)
        if (gamma[i % channels] * normal(i) + o.in(5)[i % channels] <= 0)
            dy[i] = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        dgamma[i % channels] += dy[i] * normal(i);
        dbeta[i % channels] += dy[i];
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
        const std::size_t c = i % channels;
        o.out(0)[i] = gamma[c] / std::sqrt(variance[c] + epsilon_of(o)) *
                      (dy[i] - dbeta[c] / count - normal(i) * dgamma[c] / count);
    }
}

void batch_norm_inference(const Operands& o) {
    normalise(o, o.in(3), o.in(4));
}

} // namespace laptime::reference::kernels
