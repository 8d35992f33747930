// SPDX-License-Identifier: Apache-2.0
// A rectifier as a layer of its own, for where it does not follow its convolution directly (behind a batch
// norm).
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// Any shape → the same: max(x, 0).
class Relu : public Layer {
public:
    explicit Relu(std::string layer_name) : Layer(std::move(layer_name)) {}
    std::string kind() const override { return "relu"; }
    ValueId build(BuildContext& context, ValueId x) const override;
};

} // namespace laptime
