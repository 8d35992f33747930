// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/attention.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Attention::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::numbers(context, *this, x);
    if (input.rank() != 3)
        parts::misfit(*this, "attention takes [batch, positions, features], not " + input.text());
    const std::int64_t width = input[2];
    if (width % options_.heads)
        parts::misfit(*this, std::to_string(options_.heads) + " heads do not divide the " +
                                 std::to_string(width) + " features of " + input.text());
    const ValueId qkv = parts::product(context, x, name,
                                       {.units = 3 * width,
                                        .initializer = options_.initializer,
                                        .kernel = "qkv_kernel",
                                        .bias = options_.bias ? "qkv_bias" : "",
                                        .fan_out = width});
    const ValueId y =
        context.graph
            .apply("attention", {qkv}, {{"heads", options_.heads}, {"causal", options_.causal}}, name)
            .front();
    return parts::product(context, y, name,
                          {.units = width,
                           .initializer = options_.output_initializer,
                           .kernel = "output_kernel",
                           .bias = options_.bias ? "output_bias" : ""});
}

const LayerType& attention_layer() {
    static const LayerType type = [] {
        OptionInfo heads =
            parts::count_key("heads", "parts of the features, each with an attention of its own");
        return LayerType{
            "attention",
            "multi-head self-attention with its products before and behind",
            {heads,
             {"causal", false, "a position sees only those before it and itself"},
             parts::bias_key(),
             parts::initializer_key("initializer", "glorot_uniform",
                                    "first values of the kernel of q, k and v"),
             parts::initializer_key("output_initializer", "glorot_uniform",
                                    "first values of the kernel behind the heads")},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<Attention>(
                    std::move(name),
                    Attention::Options{.heads = values.integer("heads"),
                                       .causal = values.flag("causal"),
                                       .bias = values.flag("bias"),
                                       .initializer = values.initializer(),
                                       .output_initializer = values.initializer("output_initializer")});
            }};
    }();
    return type;
}

} // namespace laptime
