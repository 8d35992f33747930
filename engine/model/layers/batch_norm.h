// SPDX-License-Identifier: Apache-2.0
// Batch normalisation over all but the last axis (Ioffe & Szegedy, 2015), with Keras's defaults.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// [N, …, C] → the same. Parameters, all [C]: gamma and beta, trainable, if wanted; moving_mean and
/// moving_variance, state that training updates and evaluation uses.
class BatchNorm : public Layer {
public:
    struct Options {
        double momentum =
            0.99; ///< share of the moving statistics that a step keeps (PyTorch counts 1 - this)
        double epsilon = 1e-3;
        bool scale = true, center = true; ///< with gamma, with beta
        Initializer gamma = Initializer::ones;
    };
    explicit BatchNorm(std::string layer_name) : BatchNorm(std::move(layer_name), Options()) {}
    BatchNorm(std::string layer_name, Options options) : Layer(std::move(layer_name)), options_(options) {}
    std::string kind() const override { return "batch_norm"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& batch_norm_layer();

} // namespace laptime
