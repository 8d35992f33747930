// SPDX-License-Identifier: Apache-2.0
// mul(a, b) -> y: element-wise product; b has a's shape or is a scalar.
#include "engine/graph/ops/broadcast.h"
#include "engine/graph/ops/ops.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value};
    Graph& graph = context.graph;
    const ValueId a = context.node.inputs[0], b = context.node.inputs[1];
    const std::string& layer = context.node.layer;
    ValueId da = no_value, db = no_value;
    if (context.needed[0])
        da = graph.apply1("mul", {dy, b}, {}, layer);
    if (context.needed[1])
        db = graph.value(b).type.shape == graph.value(a).type.shape ? graph.apply1("mul", {dy, a}, {}, layer)
                                                                    : rules::dot_of(graph, dy, a, b, layer);
    return {da, db};
}

} // namespace

const Op mul = {.name = "mul",
                .precision = PrecisionClass::follows_input,
                .infer = rules::infer_broadcast,
                .gradient = gradient};

} // namespace laptime::ops
