// SPDX-License-Identifier: Apache-2.0
// Ids become vectors, and vectors learn where they stand.
#pragma once

#include "engine/model/layer_type.h"

namespace laptime {

/// int32 [N, …] → [N, …, units]. Parameter: table [vocabulary, units].
class Embedding : public Layer {
public:
    struct Options {
        std::int64_t units = 1;
        std::int64_t vocabulary = 0; ///< 0: the data's
        Initializer initializer = Initializer::random_uniform;
    };
    Embedding(std::string layer_name, Options options) : Layer(std::move(layer_name)), options_(options) {}
    std::string kind() const override { return "embedding"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Options options_;
};

/// [N, T, D] → the same, plus a trained vector a position. Parameter: table [T, D]; weight decay spares it.
class PositionalEmbedding : public Layer {
public:
    PositionalEmbedding(std::string layer_name, Initializer initializer = Initializer::random_uniform)
        : Layer(std::move(layer_name)), initializer_(initializer) {}
    std::string kind() const override { return "positional_embedding"; }
    ValueId build(BuildContext& context, ValueId x) const override;

private:
    Initializer initializer_;
};

const LayerType& embedding_layer();
const LayerType& positional_embedding_layer();

} // namespace laptime
