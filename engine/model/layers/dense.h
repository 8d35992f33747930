// SPDX-License-Identifier: Apache-2.0
// A fully connected layer: y = x · kernel + bias.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// [N, I] → [N, units]. Parameters: kernel [I, units], bias [units] unless something behind it shifts anyway.
class Dense : public Layer {
public:
    struct Options {
        std::int64_t units = 1;
        bool bias = true;
        bool relu = false;
        Initializer initializer = Initializer::glorot_uniform;
    };
    Dense(std::string layer_name, Options options) : Layer(std::move(layer_name)), options_(options) {}
    std::string kind() const override { return "dense"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

} // namespace laptime
