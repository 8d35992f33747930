// SPDX-License-Identifier: Apache-2.0
// What the transformers share: the pre-norm block, and the GPT built of it.
#pragma once

#include "engine/model/library_entry.h"

namespace laptime {

struct TransformerBlock {
    std::int64_t width, heads, mlp; ///< mlp: units of the hidden dense layer
    bool causal = false;
    std::string activation = "gelu";
    double epsilon = 1e-6, dropout = 0;
    Initializer initializer = Initializer::glorot_uniform;          ///< of kernels
    Initializer residual_initializer = Initializer::glorot_uniform; ///< of kernels that end a residual
};

/// x + attention(norm(x)), then x + dense(dense(norm(x))): residuals "<name>/attend" and "<name>/think" with
/// the layers
/// "<name>/norm1", "<name>/attention", "<name>/norm2", "<name>/dense1", "<name>/dense2".
void add_transformer_block(Model& model, const std::string& name, const TransformerBlock& block);

/// Tokens, positions, blocks, a last norm and logits, as in GPT-2 (Radford et al., 2019).
void add_gpt(Model& model, const OptionValues& options, const std::string& activation);
std::vector<ModelOptionInfo> gpt_options(std::int64_t layers, std::int64_t width, std::int64_t heads,
                                         bool tied);

} // namespace laptime
