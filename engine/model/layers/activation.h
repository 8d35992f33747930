// SPDX-License-Identifier: Apache-2.0
// Activations as layers of their own, for where they do not follow their layer directly (behind a batch
// norm).
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// Any shape → the same. softmax works on the last axis, all others element by element.
class Activation : public Layer {
public:
    /// `activation`: the operation, "relu"; `attributes`: its own.
    Activation(std::string layer_name, std::string activation, Attributes attributes = {})
        : Layer(std::move(layer_name)), activation_(std::move(activation)),
          attributes_(std::move(attributes)) {}
    std::string kind() const override { return activation_; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::string activation_;
    Attributes attributes_;
};

/// relu, leaky_relu, gelu, silu, tanh, sigmoid, softmax
const std::vector<LayerType>& activation_layers();

} // namespace laptime
