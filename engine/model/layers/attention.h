// SPDX-License-Identifier: Apache-2.0
// Multi-head self-attention (Vaswani et al., "Attention is all you need", 2017).
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// [N, T, C] → the same. Queries, keys and values are one product: parameters qkv_kernel [C, 3·C] and
/// output_kernel [C, C], qkv_bias and output_bias if wanted. Each third of qkv_kernel counts its fans for
/// itself.
class Attention : public Layer {
public:
    struct Options {
        std::int64_t heads = 1;
        bool causal = false; ///< a position sees only those before it and itself
        bool bias = true;
        Initializer initializer = Initializer::glorot_uniform;
        Initializer output_initializer = Initializer::glorot_uniform;
    };
    Attention(std::string layer_name, Options options) : Layer(std::move(layer_name)), options_(options) {}
    std::string kind() const override { return "attention"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

const LayerType& attention_layer();

} // namespace laptime
