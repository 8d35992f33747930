// SPDX-License-Identifier: Apache-2.0
// A fixed factor and shift.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// Any shape → the same: x · scale + offset. Pictures arrive as 0…1 already.
class Rescaling : public Layer {
public:
    Rescaling(std::string layer_name, double scale, double offset = 0)
        : Layer(std::move(layer_name)), scale_(scale), offset_(offset) {}
    std::string kind() const override { return "rescaling"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    double scale_, offset_;
};

const LayerType& rescaling_layer();

} // namespace laptime
