// SPDX-License-Identifier: Apache-2.0
// A two-dimensional convolution.
#pragma once

#include "engine/model/layers/parts.h"

namespace laptime {

/// [N, H, W, C] → [N, H', W', filters]. Parameters: kernel [filters, height, width, C / groups], bias
/// [filters] if wanted.
class Conv2d : public Layer {
public:
    struct Options {
        std::int64_t filters = 1;
        parts::Pair size = 3;
        parts::Pair stride = 1;
        parts::Pair dilation = 1;
        std::string padding = "same"; ///< or "valid"
        std::int64_t groups = 1;
        bool bias = true;
        std::string activation = {};
        Initializer initializer = Initializer::glorot_uniform;
    };
    Conv2d(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "conv2d"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& conv2d_layer();

/// What all convolutions share. Applies the operation; throws ShapeError where the window does not fit into
/// x.
ValueId convolve(BuildContext& context, const Layer& layer, ValueId x, ValueId kernel, parts::Pair stride,
                 parts::Pair dilation, const std::string& padding, std::int64_t groups);
/// The keys kernel_size, strides, dilation and padding of a convolution.
std::vector<OptionInfo> window_keys();

} // namespace laptime
