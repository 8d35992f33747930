// SPDX-License-Identifier: Apache-2.0
// A fully connected layer whose kernel is an embedding's table (Press & Wolf, "Using the output embedding to
// improve language models", 2017).
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// […, D] → […, V] for a table [V, D]. No parameters of its own; gradients of both uses add up.
class TiedDense : public Layer {
public:
    /// `embedding`: the whole path of the embedding layer, which stands before this one.
    TiedDense(std::string layer_name, std::string embedding)
        : Layer(std::move(layer_name)), embedding_(std::move(embedding)) {}
    std::string kind() const override { return "tied_dense"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::string embedding_;
};

const LayerType& tied_dense_layer();

} // namespace laptime
