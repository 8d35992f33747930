// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/rescaling.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId Rescaling::build(BuildContext& context, ValueId x) const {
    parts::numbers(context, *this, x);
    return context.graph.apply1("rescale", {x},
                                {{"scale", scale_},
                                 {"offset", offset_},
                                 {"dtype", std::string(name_of(context.graph.value(x).type.dtype))}},
                                name);
}

const LayerType& rescaling_layer() {
    static const LayerType type = [] {
        OptionInfo scale{"scale", 1.0, "factor", -any_number, any_number};
        scale.required = true;
        return LayerType{
            "rescaling",
            "x · scale + offset; pictures arrive as 0…1 already",
            {scale, {"offset", 0.0, "added behind the factor", -any_number, any_number}},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<Rescaling>(std::move(name), values.number("scale"),
                                                   values.number("offset"));
            }};
    }();
    return type;
}

} // namespace laptime
