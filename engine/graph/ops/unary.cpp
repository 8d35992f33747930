// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/unary.h"

#include "engine/graph/ops/rules.h"

namespace laptime::rules {

std::vector<TensorType> infer_unary(const InferContext& context) {
    input_count(context, 1);
    is_floating(context, 0, "x");
    return {context.inputs[0]};
}

std::vector<TensorType> infer_unary_grad(const InferContext& context) {
    input_count(context, 2);
    is_floating(context, 0, "dy");
    same_type(context, 1, 0);
    return {context.inputs[0]};
}

std::vector<ValueId> unary_gradient(GradientContext& context, std::string_view op, ValueId saved) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    return {context.graph.apply1(op, {dy, saved}, context.node.attrs, context.node.layer)};
}

} // namespace laptime::rules
