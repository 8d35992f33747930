// SPDX-License-Identifier: Apache-2.0
// add(a, b) -> y: element-wise sum; b has a's shape or is a scalar.
#include "engine/graph/ops/broadcast.h"
#include "engine/graph/ops/ops.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value};
    const ValueId a = context.node.inputs[0], b = context.node.inputs[1];
    ValueId db = dy;
    if (context.needed[1] && context.graph.value(b).type.shape != context.graph.value(a).type.shape)
        db = rules::sum_of(context.graph, dy, b, context.node.layer);
    return {dy, context.needed[1] ? db : no_value};
}

} // namespace

const Op add = {.name = "add",
                .precision = PrecisionClass::follows_input,
                .infer = rules::infer_broadcast,
                .gradient = gradient};

} // namespace laptime::ops
