// SPDX-License-Identifier: Apache-2.0
// bias_add(x[..., C], b[C]) -> y, and bias_grad(dy[..., C]) -> db[C]: the sum over all but the last axis,
// kept in the accumulation type.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

void check_image(const InferContext& context, const char* name) {
    rules::is_floating(context, 0, name);
    if (context.inputs[0].shape.rank() < 1)
        context.fail(std::string("input 0 (") + name + ") must not be a scalar");
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2);
    check_image(context, "x");
    rules::is_channel_vector(context, 1, "b", context.inputs[0].shape, context.inputs[0].dtype);
    return {context.inputs[0]};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value};
    return {dy,
            context.needed[1] ? context.graph.apply1("bias_grad", {dy}, {}, context.node.layer) : no_value};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 1);
    check_image(context, "dy");
    const TensorType& dy = context.inputs[0];
    return {{accumulation_type(dy.dtype), Shape{dy.shape[-1]}}};
}

} // namespace

const Op bias_add = {
    .name = "bias_add", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op bias_grad = {.name = "bias_grad", .precision = PrecisionClass::follows_input, .infer = infer_grad};

} // namespace laptime::ops
