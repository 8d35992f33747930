// SPDX-License-Identifier: Apache-2.0
// Normalisation of each sample by itself: over its last axis (Ba et al., "Layer normalization", 2016), or
// over the pixels and a group of channels (Wu & He, "Group normalization", 2018).
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// […, C] → the same. Parameters: gamma and beta [C].
class LayerNorm : public Layer {
public:
    explicit LayerNorm(std::string layer_name, double epsilon = 1e-3)
        : Layer(std::move(layer_name)), epsilon_(epsilon) {}
    std::string kind() const override { return "layer_norm"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    double epsilon_;
};

/// [N, H, W, C] → the same. Parameters: gamma and beta [C].
class GroupNorm : public Layer {
public:
    GroupNorm(std::string layer_name, std::int64_t groups, double epsilon = 1e-3)
        : Layer(std::move(layer_name)), groups_(groups), epsilon_(epsilon) {}
    std::string kind() const override { return "group_norm"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::int64_t groups_;
    double epsilon_;
};

const LayerType& layer_norm_layer();
const LayerType& group_norm_layer();

} // namespace laptime
