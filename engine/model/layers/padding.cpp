// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/padding.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId ZeroPadding::build(BuildContext& context, ValueId x) const {
    parts::image(context, *this, x);
    const auto& border = options_.border;
    const std::int64_t first = options_.channels / 2;
    const std::vector<std::int64_t> before{0, border[0], border[2], first},
        after{0, border[1], border[3], options_.channels - first};
    return context.graph.apply1("pad", {x}, {{"before", before}, {"after", after}}, name);
}

const LayerType& zero_padding_layer() {
    static const LayerType type = [] {
        OptionInfo border{"padding", std::vector<std::int64_t>{1, 1, 1, 1},
                          "rows above and below, columns left and right; one number stands for all four", 0,
                          1025};
        border.length = 4;
        return LayerType{
            "zero_padding",
            "zeros around an image, or as further channels",
            {border,
             {"channels", std::int64_t{0}, "channels of zeros, half in front and half behind", 0,
              most_units}},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<ZeroPadding>(
                    std::move(name), ZeroPadding::Options{.border = values.integers("padding"),
                                                          .channels = values.integer("channels")});
            }};
    }();
    return type;
}

} // namespace laptime
