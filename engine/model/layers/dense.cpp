// SPDX-License-Identifier: Apache-2.0
// Bias and activation are nodes of their own; the fuse pass joins them to the product.
#include "engine/model/layers/dense.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Dense::build(BuildContext& context, ValueId x) const {
    if (const Shape input = parts::numbers(context, *this, x); input.rank() < 2)
        parts::misfit(*this, "dense takes [batch, …, features], not " + input.text());
    return parts::product(context, x, name,
                          {.units = options_.units,
                           .initializer = options_.initializer,
                           .bias = options_.bias ? "bias" : "",
                           .activation = options_.activation});
}

const LayerType& dense_layer() {
    static const LayerType type{
        "dense",
        "x · kernel + bias on the last axis",
        {parts::count_key("units", "outputs"), parts::bias_key(), parts::activation_key(),
         parts::initializer_key()},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<Dense>(std::move(name),
                                           Dense::Options{.units = values.integer("units"),
                                                          .bias = values.flag("bias"),
                                                          .activation = values.text("activation"),
                                                          .initializer = values.initializer()});
        }};
    return type;
}

} // namespace laptime
