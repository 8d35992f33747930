// SPDX-License-Identifier: Apache-2.0
// momentum(p, g, v, rate, ok): where ok is not 0, with d = g + weight_decay * p, v = momentum * v + d and
// p -= rate * (nesterov ? d + momentum * v : v), PyTorch's form.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/optimizers.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::number_between(context, "momentum", context.attrs.number("momentum", 0.9), 0, 1, true);
    return rules::infer_optimizer(context, 1, false);
}

} // namespace

const Op momentum = {
    .name = "momentum", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0, 2}};

} // namespace laptime::ops
