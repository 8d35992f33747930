// SPDX-License-Identifier: Apache-2.0
// relu(x) -> y: 0 where x < 0, else x (NaN stays NaN), and relu_grad(dy, y) -> dx: 0 where y <= 0, else dy.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    return {context.inputs[0]};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    return {context.graph.apply1("relu_grad", {dy, context.node.outputs[0]}, {}, context.node.layer)};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_floating(context, 0, "dy");
    rules::same_type(context, 1, 0);
    return {context.inputs[0]};
}

} // namespace

const Op relu = {
    .name = "relu", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op relu_grad = {.name = "relu_grad", .precision = PrecisionClass::half_safe, .infer = infer_grad};

} // namespace laptime::ops
