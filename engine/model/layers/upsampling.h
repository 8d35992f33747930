// SPDX-License-Identifier: Apache-2.0
// Enlarges an image by whole factors.
#pragma once

#include "engine/model/layers/parts.h"

namespace laptime {

/// [N, H, W, C] → [N, H · size, W · size, C].
class UpSampling : public Layer {
public:
    /// `interpolation`: "nearest" or "bilinear", with pixels' centres at half numbers, as in Keras.
    UpSampling(std::string layer_name, parts::Pair size, std::string interpolation = "nearest")
        : Layer(std::move(layer_name)), size_(size), interpolation_(std::move(interpolation)) {}
    std::string kind() const override { return "up_sampling"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    parts::Pair size_;
    std::string interpolation_;
};

const LayerType& up_sampling_layer();

} // namespace laptime
