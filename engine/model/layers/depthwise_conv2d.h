// SPDX-License-Identifier: Apache-2.0
// Convolutions that treat every channel on its own, alone or followed by a 1 × 1 convolution that mixes them
// (Chollet, "Xception", 2017).
#pragma once

#include "engine/model/layers/parts.h"

namespace laptime {

/// [N, H, W, C] → [N, H', W', C · multiplier]: output channel c · multiplier + m is made of channel c.
/// Parameters: kernel [C · multiplier, height, width, 1], bias if wanted.
class DepthwiseConv2d : public Layer {
public:
    struct Options {
        parts::Pair size = 3;
        parts::Pair stride = 1;
        parts::Pair dilation = 1;
        std::string padding = "same";
        std::int64_t multiplier = 1;
        bool bias = true;
        std::string activation = {};
        Initializer initializer = Initializer::glorot_uniform;
    };
    DepthwiseConv2d(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "depthwise_conv2d"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

/// [N, H, W, C] → [N, H', W', filters]. Parameters: depthwise_kernel [C · multiplier, height, width, 1],
/// pointwise_kernel [filters, 1, 1, C · multiplier], bias if wanted.
class SeparableConv2d : public Layer {
public:
    struct Options {
        std::int64_t filters = 1;
        DepthwiseConv2d::Options depthwise =
            {}; ///< its bias, activation and initializer are those of the whole
    };
    SeparableConv2d(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "separable_conv2d"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& depthwise_conv2d_layer();
const LayerType& separable_conv2d_layer();

} // namespace laptime
