// SPDX-License-Identifier: Apache-2.0
// silu(x) -> y = x * sigmoid(x), also called swish, and silu_grad(dy, x) -> dx.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "silu_grad", context.node.inputs[0]);
}

} // namespace

const Op silu = {.name = "silu",
                 .precision = PrecisionClass::half_safe,
                 .infer = rules::infer_unary,
                 .gradient = gradient};

const Op silu_grad = {
    .name = "silu_grad", .precision = PrecisionClass::half_safe, .infer = rules::infer_unary_grad};

} // namespace laptime::ops
