// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/fused.h"

#include "engine/graph/ops/rules.h"

namespace laptime::rules {

void check_activation(const InferContext& context) {
    const std::string activation = context.attrs.text("activation");
    if (!activation.empty() && activation != "relu")
        context.fail("activation '" + activation + "' must be \"\" or \"relu\"");
}

void check_fused(const InferContext& context, std::int64_t channels) {
    check_activation(context);
    if (context.inputs.size() > 2) {
        const DType x = context.inputs[0].dtype, bias = context.inputs[2].dtype;
        if (bias != x && bias != accumulation_type(x))
            context.fail("input 2 (bias) must be of the type of input 0, or " +
                         std::string(name_of(accumulation_type(x))));
        has_shape(context, 2, "bias", Shape{channels});
    }
}

ValueId gradient_before_activation(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || context.node.attrs.text("activation").empty())
        return dy;
    return context.graph.apply1("relu_grad", {dy, context.node.outputs[0]}, {}, context.node.layer);
}

ValueId gradient_of_bias(GradientContext& context, ValueId dy) {
    if (context.node.inputs.size() < 3 || !context.needed[2])
        return no_value;
    return context.graph.apply1("bias_grad", {dy}, {}, context.node.layer);
}

} // namespace laptime::rules
