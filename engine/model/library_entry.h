// SPDX-License-Identifier: Apache-2.0
// What a model of the library is made of. One file a model defines a constant of this type; library.cpp lists
// them.
#pragma once

#include "engine/model/library.h"

namespace laptime {

struct LibraryModel {
    std::string name;
    std::string help;
    std::vector<ModelOptionInfo> options;
    /// Adds the layers; name, input and task of the model are set already.
    void (*add_layers)(Model& model, const OptionValues& options);
};

const LibraryModel& mlp_model();
const LibraryModel& cnn_model();
const LibraryModel& mini_xception_model();
const LibraryModel& resnet20_model();
const LibraryModel& resnet18_model();
const LibraryModel& resnet50_model();
const LibraryModel& airbench_model();
const LibraryModel& vit_tiny_model();
const LibraryModel& char_gpt_model();
const LibraryModel& gpt2_124m_model();

// Options that several models share, with the same meaning everywhere.
ModelOptionInfo dropout_option(std::string what);
ModelOptionInfo batch_norm_option();
ModelOptionInfo initializer_option(const std::string& standard = "glorot_uniform");
ModelOptionInfo whole_option(std::string name, std::int64_t standard, std::string help, double least = 1,
                             double limit = most_units);
ModelOptionInfo list_option(std::string name, std::vector<std::int64_t> standard, std::string help);

/// Adds a layer and returns it, for the one that wants a dtype of its own.
template <typename T, typename... Arguments>
T& add_layer(LayerList& layers, Arguments&&... arguments) {
    auto layer = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    T& reference = *layer;
    layers.push_back(std::move(layer));
    return reference;
}
template <typename T, typename... Arguments>
T& add_layer(Model& model, Arguments&&... arguments) {
    return add_layer<T>(model.layers, std::forward<Arguments>(arguments)...);
}

void add_relu(LayerList& layers, const std::string& name);

/// The hidden dense block of mlp and cnn: dense, batch norm if wanted, ReLU, dropout if wanted. `number` is
/// part of the layers' names: "dense1", "dense_norm1", "dense_relu1", "dropout1".
void add_dense_block(Model& model, std::int64_t units, const std::string& number,
                     const OptionValues& options);

/// The last layer: one logit a class (or one number a value), float32 by itself so that the loss is exact
/// under mixed precision.
void add_logits(Model& model, Initializer initializer, bool bias = true);

} // namespace laptime
