// SPDX-License-Identifier: Apache-2.0
// Sets a random share of its input to zero while training (Srivastava et al., 2014), scaled so that the mean
// stays.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// Any shape → the same. Takes one random stream of the model, so that two dropout layers never drop alike.
class Dropout : public Layer {
public:
    Dropout(std::string layer_name, double rate) : Layer(std::move(layer_name)), rate_(rate) {}
    std::string kind() const override { return "dropout"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    double rate_; ///< share that is dropped, 0 ≤ rate < 1
};

const LayerType& dropout_layer();

} // namespace laptime
