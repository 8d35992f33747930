// SPDX-License-Identifier: Apache-2.0
// The bias is no fast one: its recipe trains it like a kernel.
#include "engine/model/layers/whitening_conv2d.h"

#include "engine/model/layers/conv2d.h"

namespace laptime {

ValueId WhiteningConv2d::build(BuildContext& context, ValueId x) const {
    const std::int64_t channels = parts::image(context, *this, x)[3], patch = size_ * size_ * channels;
    const ValueId kernel = context.parameter({.name = name + "/kernel",
                                              .shape = {2 * patch, size_, size_, channels},
                                              .initializer = Initializer::lecun_normal,
                                              .fan_in = patch,
                                              .fan_out = 2 * patch * size_ * size_,
                                              .trainable = false,
                                              .decays = false,
                                              .from_data = "whitening"});
    const ValueId y = convolve(context, *this, x, kernel, 1, 1, "valid", 1);
    const ValueId bias = context.parameter({.name = name + "/bias",
                                            .shape = {2 * patch},
                                            .fan_in = patch,
                                            .decays = false,
                                            .from_data = "whitening_bias"});
    return context.graph.apply1("bias_add", {y, bias}, {}, name);
}

const LayerType& whitening_conv2d_layer() {
    static const LayerType type{
        "whitening_conv2d",
        "fixed convolution, made of the first images, that whitens patches; 2 · size² · channels outputs",
        {{"kernel_size", std::int64_t{2}, "height and width of the patches", 1, 9}},
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<WhiteningConv2d>(std::move(name), values.integer("kernel_size"));
        }};
    return type;
}

} // namespace laptime
