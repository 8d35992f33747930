// SPDX-License-Identifier: Apache-2.0
// Layers made of layers: one behind the other, around a short cut, side by side. The names of their parts are
// whole paths already.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// One behind the other.
class Sequence : public Layer {
public:
    Sequence(std::string layer_name, LayerList body) : Layer(std::move(layer_name)), body_(std::move(body)) {}
    std::string kind() const override { return "sequence"; }
    ValueId build(BuildContext& context, ValueId x) const override;
    bool is_sequence() const override { return true; }

private:
    LayerList body_;
};

/// body(x) + shortcut(x); an empty shortcut is x itself (He et al., "Deep residual learning", 2015).
class Residual : public Layer {
public:
    Residual(std::string layer_name, LayerList body, LayerList shortcut = {})
        : Layer(std::move(layer_name)), body_(std::move(body)), shortcut_(std::move(shortcut)) {}
    std::string kind() const override { return "residual"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    LayerList body_, shortcut_;
};

/// The branches' results side by side along an axis; an empty branch is x itself.
class Concat : public Layer {
public:
    Concat(std::string layer_name, std::vector<LayerList> branches, std::int64_t axis = -1)
        : Layer(std::move(layer_name)), branches_(std::move(branches)), axis_(axis) {}
    std::string kind() const override { return "concat"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    std::vector<LayerList> branches_;
    std::int64_t axis_; ///< negative: from the end; 0 is the batch and cannot be it
};

const LayerType& sequence_layer();
const LayerType& residual_layer();
const LayerType& concat_layer();

} // namespace laptime
