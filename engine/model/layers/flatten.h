// SPDX-License-Identifier: Apache-2.0
// Turns an image into a list of features.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// [N, …] → [N, product of the rest], in row-major order.
class Flatten : public Layer {
public:
    explicit Flatten(std::string layer_name) : Layer(std::move(layer_name)) {}
    std::string kind() const override { return "flatten"; }
    ValueId build(BuildContext& context, ValueId x) const override;
};

} // namespace laptime
