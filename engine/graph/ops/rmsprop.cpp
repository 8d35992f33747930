// SPDX-License-Identifier: Apache-2.0
// rmsprop(p, g, s, rate, ok): where ok is not 0, with d = g + weight_decay * p, s = rho * s + (1 - rho) * d^2
// and p -= rate * d / (sqrt(s) + epsilon), PyTorch's form.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/optimizers.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::number_between(context, "rho", context.attrs.number("rho", 0.9), 0, 1, true);
    return rules::infer_optimizer(context, 1, false);
}

} // namespace

const Op rmsprop = {
    .name = "rmsprop", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0, 2}};

} // namespace laptime::ops
