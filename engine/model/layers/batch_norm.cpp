// SPDX-License-Identifier: Apache-2.0
// Training normalises by the batch and moves the running statistics; evaluation normalises by the running
// ones.
#include "engine/model/layers/batch_norm.h"

namespace laptime {

namespace {

constexpr double epsilon = 1e-3;
constexpr double momentum = 0.99;

} // namespace

ValueId BatchNorm::build(BuildContext& context, ValueId x) const {
    Graph& graph = context.graph;
    const Shape channels{graph.value(x).type.shape[-1]};
    const ValueId gamma = context.parameter(
        {.name = name + "/gamma", .shape = channels, .initializer = Initializer::ones, .decays = false});
    const ValueId beta =
        context.parameter({.name = name + "/beta", .shape = channels, .decays = false, .fast_bias = true});
    const ValueId mean =
        context.parameter({name + "/moving_mean", channels, Initializer::zeros, 0, 0, false});
    const ValueId variance =
        context.parameter({name + "/moving_variance", channels, Initializer::ones, 0, 0, false});
    if (!context.training)
        return graph.apply1("batch_norm_inference", {x, gamma, beta, mean, variance}, {{"epsilon", epsilon}},
                            name);
    const std::vector<ValueId> outputs =
        graph.apply("batch_norm", {x, gamma, beta}, {{"epsilon", epsilon}}, name);
    graph.apply("moving_average", {mean, outputs[1]}, {{"momentum", momentum}}, name);
    graph.apply("moving_average", {variance, outputs[2]}, {{"momentum", momentum}}, name);
    return outputs[0];
}

} // namespace laptime
