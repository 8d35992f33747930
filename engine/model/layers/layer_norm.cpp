// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/layer_norm.h"

#include "engine/model/layers/parts.h"

namespace laptime {

namespace {

ValueId normalise(BuildContext& context, const std::string& op, ValueId x, Attributes attrs,
                  const std::string& layer) {
    const Shape channels{context.shape(x)[-1]};
    const ValueId gamma = context.parameter(
        {.name = layer + "/gamma", .shape = channels, .initializer = Initializer::ones, .decays = false});
    const ValueId beta =
        context.parameter({.name = layer + "/beta", .shape = channels, .decays = false, .fast_bias = true});
    return context.graph.apply(op, {x, gamma, beta}, std::move(attrs), layer).front();
}

OptionInfo epsilon_key() {
    return {"epsilon", 1e-3, "added to the variance", 0, 1};
}

} // namespace

ValueId LayerNorm::build(BuildContext& context, ValueId x) const {
    if (const Shape input = parts::numbers(context, *this, x); input.rank() < 2)
        parts::misfit(*this, "layer_norm takes [batch, …, features], not " + input.text());
    return normalise(context, "layer_norm", x, {{"epsilon", epsilon_}}, name);
}

ValueId GroupNorm::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::image(context, *this, x);
    if (input[3] % groups_)
        parts::misfit(*this,
                      std::to_string(groups_) + " groups do not divide the channels of " + input.text());
    return normalise(context, "group_norm", x, {{"groups", groups_}, {"epsilon", epsilon_}}, name);
}

const LayerType& layer_norm_layer() {
    static const LayerType type{
        "layer_norm",
        "normalises the last axis of each sample by itself",
        {epsilon_key()},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<LayerNorm>(std::move(name), values.number("epsilon"));
        }};
    return type;
}

const LayerType& group_norm_layer() {
    static const LayerType type{
        "group_norm",
        "normalises the pixels and a group of channels of each image by themselves",
        {{"groups", std::int64_t{32}, "parts that the channels are divided into", 1, most_units},
         epsilon_key()},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<GroupNorm>(std::move(name), values.integer("groups"),
                                               values.number("epsilon"));
        }};
    return type;
}

} // namespace laptime
