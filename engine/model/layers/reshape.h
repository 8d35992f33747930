// SPDX-License-Identifier: Apache-2.0
// The same numbers in another shape: any, or a plain list of features.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// [N, …] → [N, shape…], in row-major order; one number of `shape` may be -1: what is left.
class Reshape : public Layer {
public:
    Reshape(std::string layer_name, std::vector<std::int64_t> shape)
        : Layer(std::move(layer_name)), shape_(std::move(shape)) {}
    std::string kind() const override { return "reshape"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::vector<std::int64_t> shape_;
};

/// [N, …] → [N, product of the rest], in row-major order.
class Flatten : public Layer {
public:
    explicit Flatten(std::string layer_name) : Layer(std::move(layer_name)) {}
    std::string kind() const override { return "flatten"; }
    ValueId build(BuildContext& context, ValueId x) const override;
};

const LayerType& reshape_layer();
const LayerType& flatten_layer();

} // namespace laptime
