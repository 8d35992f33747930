// SPDX-License-Identifier: Apache-2.0
#include "engine/model/library/transformer.h"

#include <cmath>

#include "engine/model/layers/attention.h"
#include "engine/model/layers/dense.h"
#include "engine/model/layers/dropout.h"
#include "engine/model/layers/embedding.h"
#include "engine/model/layers/groups.h"
#include "engine/model/layers/layer_norm.h"
#include "engine/model/layers/tied_dense.h"

namespace laptime {

namespace {

void add_dropout(LayerList& layers, const std::string& name, double rate) {
    if (rate > 0)
        add_layer<Dropout>(layers, name, rate);
}

} // namespace

void add_transformer_block(Model& model, const std::string& name, const TransformerBlock& block) {
    LayerList attend;
    add_layer<LayerNorm>(attend, name + "/norm1", block.epsilon);
    add_layer<Attention>(attend, name + "/attention",
                         Attention::Options{.heads = block.heads,
                                            .causal = block.causal,
                                            .initializer = block.initializer,
                                            .output_initializer = block.residual_initializer});
    add_dropout(attend, name + "/dropout1", block.dropout);
    add_layer<Residual>(model, name + "/attend", std::move(attend));

    LayerList think;
    add_layer<LayerNorm>(think, name + "/norm2", block.epsilon);
    add_layer<Dense>(
        think, name + "/dense1",
        Dense::Options{.units = block.mlp, .activation = block.activation, .initializer = block.initializer});
    add_layer<Dense>(think, name + "/dense2",
                     Dense::Options{.units = block.width, .initializer = block.residual_initializer});
    add_dropout(think, name + "/dropout2", block.dropout);
    add_layer<Residual>(model, name + "/think", std::move(think));
}

void add_gpt(Model& model, const OptionValues& options, const std::string& activation) {
    const std::int64_t layers = options.integer("layers"), width = options.integer("width");
    const double dropout = options.number("dropout");
    const Initializer normal = Initializer::normal(0.02);
    add_layer<Embedding>(model, "tokens", Embedding::Options{.units = width, .initializer = normal});
    add_layer<PositionalEmbedding>(model, "positions", normal);
    add_dropout(model.layers, "dropout", dropout);
    for (std::int64_t i = 1; i <= layers; ++i)
        add_transformer_block(model, "block" + std::to_string(i),
                              {.width = width,
                               .heads = options.integer("heads"),
                               .mlp = 4 * width,
                               .causal = true,
                               .activation = activation,
                               .epsilon = 1e-5,
                               .dropout = dropout,
                               .initializer = normal,
                               // So that the sum of all residuals does not grow with their number (GPT-2).
                               .residual_initializer =
                                   Initializer::normal(0.02 / std::sqrt(2.0 * static_cast<double>(layers)))});
    add_layer<LayerNorm>(model, "norm", 1e-5);
    if (options.flag("tied"))
        add_layer<TiedDense>(model, "logits", "tokens").dtype = DType::f32;
    else
        add_logits(model, normal, false);
}

std::vector<ModelOptionInfo> gpt_options(std::int64_t layers, std::int64_t width, std::int64_t heads,
                                         bool tied) {
    return {whole_option("layers", layers, "blocks of attention and dense layers", 1, 257),
            whole_option("width", width, "numbers that stand for a token; a multiple of heads"),
            whole_option("heads", heads, "parts of the width, each with an attention of its own", 1, 257),
            {"tied", tied, "the last layer's kernel is the table of the tokens"},
            dropout_option("the embeddings and of what each block adds")};
}

} // namespace laptime
