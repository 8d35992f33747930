// SPDX-License-Identifier: Apache-2.0
// adam(p, g, m, v, rate, counter, ok), Kingma and Ba (2015) in PyTorch's form: where ok is not 0, with t =
// counter + 1, d = g + weight_decay * p (or p *= 1 - rate * weight_decay first where `decoupled`: Loshchilov
// and Hutter, 2019), m = beta1 * m + (1 - beta1) * d, v = beta2 * v + (1 - beta2) * d^2 and p -= rate / (1 -
// beta1^t) * m / (sqrt(v) / sqrt(1 - beta2^t) + epsilon).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/optimizers.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::number_between(context, "beta1", context.attrs.number("beta1", 0.9), 0, 1, true);
    rules::number_between(context, "beta2", context.attrs.number("beta2", 0.999), 0, 1, true);
    return rules::infer_optimizer(context, 2, true);
}

} // namespace

const Op adam = {
    .name = "adam", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0, 2, 3}};

} // namespace laptime::ops
