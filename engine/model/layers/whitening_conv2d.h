// SPDX-License-Identifier: Apache-2.0
// A first convolution that whitens small patches of the images: its kernel is made of the data and stays as
// it is (Jordan, "94% on CIFAR-10 in 3.29 seconds on a single GPU", 2024).
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// [N, H, W, C] → [N, H - size + 1, W - size + 1, 2 · size² · C]. Parameters: kernel, not trained, and bias,
/// trained; both start as whitening_from_images() says.
class WhiteningConv2d : public Layer {
public:
    WhiteningConv2d(std::string layer_name, std::int64_t size) : Layer(std::move(layer_name)), size_(size) {}
    std::string kind() const override { return "whitening_conv2d"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::int64_t size_;
};

const LayerType& whitening_conv2d_layer();

} // namespace laptime
