// SPDX-License-Identifier: Apache-2.0
// sigmoid(x) -> y = 1 / (1 + exp(-x)) and sigmoid_grad(dy, y) -> dx = dy * y * (1 - y).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "sigmoid_grad", context.node.outputs[0]);
}

} // namespace

const Op sigmoid = {.name = "sigmoid",
                    .precision = PrecisionClass::half_safe,
                    .infer = rules::infer_unary,
                    .gradient = gradient};

const Op sigmoid_grad = {
    .name = "sigmoid_grad", .precision = PrecisionClass::half_safe, .infer = rules::infer_unary_grad};

} // namespace laptime::ops
