// SPDX-License-Identifier: Apache-2.0
// Both are convolutions with as many groups as channels; fans are counted as Keras does, by all the channels.
#include "engine/model/layers/depthwise_conv2d.h"

#include "engine/model/layers/conv2d.h"

namespace laptime {

namespace {

ValueId depthwise(BuildContext& context, const Layer& layer, ValueId x,
                  const DepthwiseConv2d::Options& options, const std::string& kernel_name) {
    const std::int64_t channels = parts::image(context, layer, x)[3];
    const ValueId kernel = context.parameter(
        {.name = layer.name + "/" + kernel_name,
         .shape = {channels * options.multiplier, options.size.height, options.size.width, 1},
         .initializer = options.initializer,
         .fan_in = options.size.area() * channels,
         .fan_out = options.size.area() * options.multiplier});
    return convolve(context, layer, x, kernel, options.stride, options.dilation, options.padding, channels);
}

DepthwiseConv2d::Options options_of(const OptionValues& values) {
    return {.size = parts::Pair(values.integers("kernel_size")),
            .stride = parts::Pair(values.integers("stride")),
            .dilation = parts::Pair(values.integers("dilation")),
            .padding = values.text("padding"),
            .multiplier = values.integer("multiplier"),
            .bias = values.flag("bias"),
            .activation = values.text("activation"),
            .initializer = values.initializer()};
}

std::vector<OptionInfo> depthwise_keys() {
    std::vector<OptionInfo> keys = window_keys();
    keys.push_back({"multiplier", std::int64_t{1}, "outputs of each channel", 1, most_units});
    keys.insert(keys.end(), {parts::bias_key(), parts::activation_key(), parts::initializer_key()});
    return keys;
}

} // namespace

ValueId DepthwiseConv2d::build(BuildContext& context, ValueId x) const {
    ValueId y = depthwise(context, *this, x, options_, "kernel");
    if (options_.bias)
        y = parts::add_bias(context, y, name);
    return parts::activate(context, y, options_.activation, name);
}

ValueId SeparableConv2d::build(BuildContext& context, ValueId x) const {
    ValueId y = depthwise(context, *this, x, options_.depthwise, "depthwise_kernel");
    const std::int64_t channels = context.shape(y)[3];
    const ValueId kernel = context.parameter({.name = name + "/pointwise_kernel",
                                              .shape = {options_.filters, 1, 1, channels},
                                              .initializer = options_.depthwise.initializer,
                                              .fan_in = channels,
                                              .fan_out = options_.filters});
    y = convolve(context, *this, y, kernel, 1, 1, "valid", 1);
    if (options_.depthwise.bias)
        y = parts::add_bias(context, y, name);
    return parts::activate(context, y, options_.depthwise.activation, name);
}

const LayerType& depthwise_conv2d_layer() {
    static const LayerType type{
        "depthwise_conv2d", "convolution of every channel on its own", depthwise_keys(),
        [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
            return std::make_shared<DepthwiseConv2d>(std::move(name), options_of(values));
        }};
    return type;
}

const LayerType& separable_conv2d_layer() {
    static const LayerType type = [] {
        std::vector<OptionInfo> keys = depthwise_keys();
        keys.insert(keys.begin(), parts::count_key("filters", "output channels"));
        return LayerType{
            "separable_conv2d", "depthwise convolution, then a 1 × 1 convolution that mixes the channels",
            std::move(keys),
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<SeparableConv2d>(
                    std::move(name), SeparableConv2d::Options{.filters = values.integer("filters"),
                                                              .depthwise = options_of(values)});
            }};
    }();
    return type;
}

} // namespace laptime
