// SPDX-License-Identifier: Apache-2.0
// gelu(x) -> y = x * Phi(x), where Phi is the standard normal distribution (Hendrycks and Gimpel, 2016); with
// attribute approximate: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))). gelu_grad(dy, x) -> dx.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "gelu_grad", context.node.inputs[0]);
}

} // namespace

const Op gelu = {.name = "gelu",
                 .precision = PrecisionClass::half_safe,
                 .infer = rules::infer_unary,
                 .gradient = gradient};

const Op gelu_grad = {
    .name = "gelu_grad", .precision = PrecisionClass::half_safe, .infer = rules::infer_unary_grad};

} // namespace laptime::ops
