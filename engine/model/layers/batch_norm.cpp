// SPDX-License-Identifier: Apache-2.0
// Training normalises by the batch and moves the running statistics; evaluation normalises by the running
// ones.
#include "engine/model/layers/batch_norm.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId BatchNorm::build(BuildContext& context, ValueId x) const {
    Graph& graph = context.graph;
    const Shape input = parts::numbers(context, *this, x);
    if (input.rank() < 2)
        parts::misfit(*this, "batch_norm takes [batch, …, channels], not " + input.text());
    const Shape channels{input[-1]};
    const ValueId gamma = options_.scale ? context.parameter({.name = name + "/gamma",
                                                              .shape = channels,
                                                              .initializer = options_.gamma,
                                                              .decays = false})
                                         : parts::constant(context, 1, channels, name);
    const ValueId beta =
        options_.center ? context.parameter(
                              {.name = name + "/beta", .shape = channels, .decays = false, .fast_bias = true})
                        : parts::constant(context, 0, channels, name);
    const ValueId mean = context.parameter(
        {.name = name + "/moving_mean", .shape = channels, .trainable = false, .decays = false});
    const ValueId variance = context.parameter({.name = name + "/moving_variance",
                                                .shape = channels,
                                                .initializer = Initializer::ones,
                                                .trainable = false,
                                                .decays = false});
    const Attributes epsilon{{"epsilon", options_.epsilon}}, momentum{{"momentum", options_.momentum}};
    if (!context.training)
        return graph.apply1("batch_norm_inference", {x, gamma, beta, mean, variance}, epsilon, name);
    const std::vector<ValueId> outputs = graph.apply("batch_norm", {x, gamma, beta}, epsilon, name);
    graph.apply("moving_average", {mean, outputs[1]}, momentum, name);
    graph.apply("moving_average", {variance, outputs[2]}, momentum, name);
    return outputs[0];
}

const LayerType& batch_norm_layer() {
    static const LayerType type{
        "batch_norm",
        "normalises every channel over the batch, and by moving statistics in evaluation",
        {{"momentum", 0.99, "share of the moving statistics that a step keeps", 0, 1},
         {"epsilon", 1e-3, "added to the variance", 0, 1},
         {"scale", true, "with a trained factor, gamma"},
         {"center", true, "with a trained shift, beta"},
         parts::initializer_key("gamma_initializer", "ones", "first values of gamma")},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<BatchNorm>(
                std::move(name), BatchNorm::Options{.momentum = values.number("momentum"),
                                                    .epsilon = values.number("epsilon"),
                                                    .scale = values.flag("scale"),
                                                    .center = values.flag("center"),
                                                    .gamma = values.initializer("gamma_initializer")});
        }};
    return type;
}

} // namespace laptime
