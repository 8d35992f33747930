// SPDX-License-Identifier: Apache-2.0
// leaky_relu(x) -> y: slope * x where x < 0, else x (NaN stays NaN), and leaky_relu_grad(dy, y) -> dx:
// slope * dy where y <= 0, else dy. The slope is not negative, so that y has the sign of x.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

void check_slope(const InferContext& context) {
    rules::number_between(context, "slope", context.attrs.number("slope", 0.3), 0, 1);
}

std::vector<TensorType> infer(const InferContext& context) {
    check_slope(context);
    return rules::infer_unary(context);
}

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "leaky_relu_grad", context.node.outputs[0]);
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    check_slope(context);
    return rules::infer_unary_grad(context);
}

} // namespace

const Op leaky_relu = {
    .name = "leaky_relu", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op leaky_relu_grad = {
    .name = "leaky_relu_grad", .precision = PrecisionClass::half_safe, .infer = infer_grad};

} // namespace laptime::ops
