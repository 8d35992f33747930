// SPDX-License-Identifier: Apache-2.0
// dropout(x[N, ...], rng int64[4]) -> y: each element is 0 with probability `rate`, else x / (1 - rate).
// Which ones: see dropout.h. The gradient is the same operation on dy.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_floating(context, 0, "x");
    if (context.inputs[0].shape.rank() < 1)
        context.fail("input 0 (x) must have a batch dimension");
    rules::has_dtype(context, 1, "rng", DType::i64);
    rules::has_shape(context, 1, "rng", Shape{4});
    rules::number_between(context, "rate", context.attrs.number("rate"), 0, 1, true);
    rules::number_between(context, "stream", static_cast<double>(context.attrs.integer("stream")), 0, 65535);
    return {context.inputs[0]};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value, no_value};
    const Node& node = context.node;
    return {context.graph.apply1("dropout", {dy, node.inputs[1]}, node.attrs, node.layer), no_value};
}

} // namespace

const Op dropout = {
    .name = "dropout", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

} // namespace laptime::ops
