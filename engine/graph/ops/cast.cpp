// SPDX-License-Identifier: Apache-2.0
// cast(x) -> y: the same values in another floating type, rounded to nearest even.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    const DType to = rules::dtype_attribute(context, context.inputs[0].dtype);
    if (!is_floating(to))
        context.fail("dtype must be a floating type, not " + std::string(name_of(to)));
    return {{to, context.inputs[0].shape}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    const DType wanted = context.graph.value(context.node.inputs[0]).type.dtype;
    if (dy == no_value || !context.needed[0] || context.graph.value(dy).type.dtype == wanted)
        return {dy};
    return {
        context.graph.apply1("cast", {dy}, {{"dtype", std::string(name_of(wanted))}}, context.node.layer)};
}

} // namespace

const Op cast = {
    .name = "cast", .precision = PrecisionClass::follows_input, .infer = infer, .gradient = gradient};

} // namespace laptime::ops
