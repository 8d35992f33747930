// SPDX-License-Identifier: Apache-2.0
// tanh(x) -> y and tanh_grad(dy, y) -> dx = dy * (1 - y^2).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "tanh_grad", context.node.outputs[0]);
}

} // namespace

const Op tanh = {.name = "tanh",
                 .precision = PrecisionClass::half_safe,
                 .infer = rules::infer_unary,
                 .gradient = gradient};

const Op tanh_grad = {
    .name = "tanh_grad", .precision = PrecisionClass::half_safe, .infer = rules::infer_unary_grad};

} // namespace laptime::ops
