// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/loss_scaling.h"

namespace laptime {

ValueId declare_loss_scale(Graph& graph) {
    return graph.add_state(loss_scale_name, {DType::f32, {}});
}

std::vector<ValueId> unscale_gradients(Graph& graph, const std::vector<ValueId>& gradients, ValueId scale) {
    const ValueId inverse = graph.apply1("reciprocal", {scale}, {}, "loss_scale");
    std::vector<ValueId> unscaled;
    for (const ValueId gradient : gradients)
        unscaled.push_back(graph.apply1("mul", {gradient, inverse}, {}, "loss_scale"));
    return unscaled;
}

void update_loss_scale(Graph& graph, ValueId scale, ValueId ok, const LossScaleRule& rule) {
    const ValueId good_steps = graph.add_state(loss_scale_good_steps_name, {DType::i64, {}});
    graph.apply("loss_scale_update", {scale, good_steps, ok},
                {{"interval", rule.interval}, {"minimum", rule.minimum}, {"maximum", rule.maximum}},
                "loss_scale");
}

} // namespace laptime
