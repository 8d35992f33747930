// SPDX-License-Identifier: Apache-2.0
// A two-dimensional convolution.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// [N, H, W, C] → [N, H', W', filters]. Parameters: kernel [filters, size, size, C], bias [filters] if
/// wanted.
class Conv2d : public Layer {
public:
    struct Options {
        std::int64_t filters = 1;
        std::int64_t size = 3;
        std::int64_t stride = 1;
        std::string padding = "same"; ///< or "valid"
        bool bias = true;
        bool relu = false;
        Initializer initializer = Initializer::glorot_uniform;
    };
    Conv2d(std::string layer_name, Options options)
        : Layer(std::move(layer_name)), options_(std::move(options)) {}
    std::string kind() const override { return "conv2d"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

} // namespace laptime
