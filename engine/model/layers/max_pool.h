// SPDX-License-Identifier: Apache-2.0
// The largest value of each window.
#pragma once

#include "engine/model/model.h"

namespace laptime {

/// [N, H, W, C] → [N, H / size, W / size, C], rounded down: windows of size × size that do not overlap.
class MaxPool : public Layer {
public:
    MaxPool(std::string layer_name, std::int64_t size) : Layer(std::move(layer_name)), size_(size) {}
    std::string kind() const override { return "max_pool"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::int64_t size_;
};

} // namespace laptime
