// SPDX-License-Identifier: Apache-2.0
// Evaluation drops nothing, but counts its stream all the same: both graphs of a model number the streams
// alike.
#include "engine/model/layers/dropout.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Dropout::build(BuildContext& context, ValueId x) const {
    parts::numbers(context, *this, x);
    const std::int64_t stream = context.dropout_streams++;
    if (!context.training)
        return x;
    return context.graph.apply1("dropout", {x, context.rng}, {{"rate", rate_}, {"stream", stream}}, name);
}

const LayerType& dropout_layer() {
    static const LayerType type = [] {
        OptionInfo rate{"rate", 0.5, "share that is dropped", 0, 1};
        rate.required = true;
        return LayerType{
            "dropout",
            "sets a random share to zero while training and scales up the rest",
            {rate},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<Dropout>(std::move(name), values.number("rate"));
            }};
    }();
    return type;
}

} // namespace laptime
