// SPDX-License-Identifier: Apache-2.0
// A fully connected layer: y = x · kernel + bias.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// […, I] → […, units]: acts on the last axis. Parameters: kernel [I, units], bias [units] unless something
/// behind it shifts anyway.
class Dense : public Layer {
public:
    struct Options {
        std::int64_t units = 1;
        bool bias = true;
        std::string activation = {};
        Initializer initializer = Initializer::glorot_uniform;
    };
    Dense(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "dense"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& dense_layer();

} // namespace laptime
