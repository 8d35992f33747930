// SPDX-License-Identifier: Apache-2.0
// add(a, b) -> y: element-wise sum; b has a's shape or is a scalar. The fuse pass puts a relu behind it into
// attribute activation.
#include "engine/graph/ops/broadcast.h"
#include "engine/graph/ops/fused.h"
#include "engine/graph/ops/ops.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::check_activation(context);
    return rules::infer_broadcast(context);
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = rules::gradient_before_activation(context);
    if (dy == no_value)
        return {no_value, no_value};
    const ValueId a = context.node.inputs[0], b = context.node.inputs[1];
    ValueId db = dy;
    if (context.needed[1] && context.graph.value(b).type.shape != context.graph.value(a).type.shape)
        db = rules::sum_of(context.graph, dy, b, context.node.layer);
    return {dy, context.needed[1] ? db : no_value};
}

} // namespace

const Op add = {
    .name = "add", .precision = PrecisionClass::follows_input, .infer = infer, .gradient = gradient};

} // namespace laptime::ops
