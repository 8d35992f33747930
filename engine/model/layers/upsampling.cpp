// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/upsampling.h"

namespace laptime {

ValueId UpSampling::build(BuildContext& context, ValueId x) const {
    parts::image(context, *this, x);
    return context.graph.apply1("upsample", {x}, {{"size", size_.list()}, {"interpolation", interpolation_}},
                                name);
}

const LayerType& up_sampling_layer() {
    static const LayerType type{
        "up_sampling",
        "enlarges an image by whole factors",
        {parts::pair_key("size", 2, "factors of height and width", 1, 65),
         {"interpolation",
          std::string("nearest"),
          "how pixels between are made",
          0,
          0,
          {"nearest", "bilinear"}}},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<UpSampling>(std::move(name), parts::Pair(values.integers("size")),
                                                values.text("interpolation"));
        }};
    return type;
}

} // namespace laptime
