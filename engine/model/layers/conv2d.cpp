// SPDX-License-Identifier: Apache-2.0
// Bias and activation are nodes of their own; the fuse pass joins them to the convolution.
#include "engine/model/layers/conv2d.h"

namespace laptime {

ValueId convolve(BuildContext& context, const Layer& layer, ValueId x, ValueId kernel, parts::Pair stride,
                 parts::Pair dilation, const std::string& padding, std::int64_t groups) {
    const Shape input = context.shape(x), window = context.shape(kernel);
    const Shape reach{(window[1] - 1) * dilation.height + 1, (window[2] - 1) * dilation.width + 1};
    if (padding == "valid" && (input[1] < reach[0] || input[2] < reach[1]))
        parts::misfit(layer, "a kernel of " + reach.text() + " does not fit into " + input.text() +
                                 "; padding = \"same\" would");
    return context.graph.apply1(
        "conv2d", {x, kernel},
        {{"stride", stride.list()}, {"dilation", dilation.list()}, {"padding", padding}, {"groups", groups}},
        layer.name);
}

std::vector<OptionInfo> window_keys() {
    return {parts::pair_key("kernel_size", 3, "height and width of the kernel"),
            parts::pair_key("stride", 1, "steps between windows"),
            parts::pair_key("dilation", 1, "steps between the kernel's taps"), parts::padding_key("same")};
}

ValueId Conv2d::build(BuildContext& context, ValueId x) const {
    const std::int64_t channels = parts::image(context, *this, x)[3], groups = options_.groups;
    if (channels % groups || options_.filters % groups)
        parts::misfit(*this, std::to_string(groups) + " groups do not divide the " +
                                 std::to_string(channels) + " channels of " + context.shape(x).text() +
                                 " and the " + std::to_string(options_.filters) + " filters");
    const ValueId kernel = context.parameter(
        {.name = name + "/kernel",
         .shape = {options_.filters, options_.size.height, options_.size.width, channels / groups},
         .initializer = options_.initializer,
         .fan_in = options_.size.area() * (channels / groups),
         .fan_out = options_.size.area() * options_.filters});
    ValueId y =
        convolve(context, *this, x, kernel, options_.stride, options_.dilation, options_.padding, groups);
    if (options_.bias)
        y = parts::add_bias(context, y, name);
    return parts::activate(context, y, options_.activation, name);
}

const LayerType& conv2d_layer() {
    static const LayerType type = [] {
        std::vector<OptionInfo> keys{parts::count_key("filters", "output channels")};
        for (OptionInfo& key : window_keys())
            keys.push_back(std::move(key));
        keys.push_back({"groups", std::int64_t{1}, "parts of the channels that are convolved each on its own",
                        1, most_units});
        keys.insert(keys.end(), {parts::bias_key(), parts::activation_key(), parts::initializer_key()});
        return LayerType{
            "conv2d", "convolution of an image", std::move(keys),
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<Conv2d>(
                    std::move(name), Conv2d::Options{.filters = values.integer("filters"),
                                                     .size = parts::Pair(values.integers("kernel_size")),
                                                     .stride = parts::Pair(values.integers("stride")),
                                                     .dilation = parts::Pair(values.integers("dilation")),
                                                     .padding = values.text("padding"),
                                                     .groups = values.integer("groups"),
                                                     .bias = values.flag("bias"),
                                                     .activation = values.text("activation"),
                                                     .initializer = values.initializer()});
            }};
    }();
    return type;
}

} // namespace laptime
