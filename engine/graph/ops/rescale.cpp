// SPDX-License-Identifier: Apache-2.0
// rescale(x) -> y: y = x * scale + offset in type `dtype`; x is uint8 (pixels) or floating.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const DType from = context.inputs[0].dtype;
    if (from != DType::u8 && !is_floating(from))
        context.fail("input 0 (x) must be uint8 or of a floating type");
    const DType to = rules::dtype_attribute(context, is_floating(from) ? from : DType::f32);
    if (!is_floating(to))
        context.fail("dtype must be a floating type, not " + std::string(name_of(to)));
    return {{to, context.inputs[0].shape}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    const DType from = context.graph.value(context.node.inputs[0]).type.dtype;
    if (dy == no_value || !context.needed[0] || !is_floating(from))
        return {no_value};
    const Attributes attrs = {{"scale", context.node.attrs.number("scale", 1.0)},
                              {"offset", 0.0},
                              {"dtype", std::string(name_of(from))}};
    return {context.graph.apply1("rescale", {dy}, attrs, context.node.layer)};
}

} // namespace

const Op rescale = {
    .name = "rescale", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

} // namespace laptime::ops
