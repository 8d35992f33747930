// SPDX-License-Identifier: Apache-2.0
// Batch normalisation over all but the last axis (Ioffe & Szegedy, 2015), with Keras's defaults.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// [N, …, C] → the same. Parameters, all [C]: gamma and beta, trainable; moving_mean and moving_variance,
/// state that training updates and evaluation uses.
class BatchNorm : public Layer {
public:
    explicit BatchNorm(std::string layer_name) : Layer(std::move(layer_name)) {}
    std::string kind() const override { return "batch_norm"; }
    ValueId build(BuildContext& context, ValueId x) const override;
};

} // namespace laptime
