// SPDX-License-Identifier: Apache-2.0
// What a model of the library is made of. One file a model defines a constant of this type; library.cpp lists
// them.
#pragma once

#include "engine/model/library.h"

namespace laptime {

/// Checked options with the defaults filled in.
class OptionValues {
public:
    OptionValues(const std::vector<ModelOptionInfo>& known,
                 const std::map<std::string, ModelOptionValue>& given);
    std::int64_t integer(const std::string& name) const { return std::get<std::int64_t>(values_.at(name)); }
    double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
    bool flag(const std::string& name) const { return std::get<bool>(values_.at(name)); }
    const std::string& text(const std::string& name) const { return std::get<std::string>(values_.at(name)); }
    const std::vector<std::int64_t>& integers(const std::string& name) const {
        return std::get<std::vector<std::int64_t>>(values_.at(name));
    }
    Initializer initializer() const; ///< of the option "initializer"

private:
    std::map<std::string, ModelOptionValue> values_;
};

struct LibraryModel {
    std::string name;
    std::vector<ModelOptionInfo> options;
    /// Adds the layers; name, input and task of the model are set already.
    void (*add_layers)(Model& model, const OptionValues& options);
};

const LibraryModel& mlp_model();
const LibraryModel& cnn_model();

// Options that several models share, with the same meaning everywhere.
ModelOptionInfo dropout_option(std::string what);
ModelOptionInfo batch_norm_option();
ModelOptionInfo initializer_option();

/// Number of units, filters, …: enough for any machine, small enough that a slip of the keyboard is caught.
constexpr double most_units = 65537;

/// Adds a layer and returns it, for the one that wants a dtype of its own.
template <typename T, typename... Arguments>
T& add_layer(Model& model, Arguments&&... arguments) {
    auto layer = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    T& reference = *layer;
    model.layers.push_back(std::move(layer));
    return reference;
}

/// The hidden dense block of mlp and cnn: dense, batch norm if wanted, ReLU, dropout if wanted. `number` is
/// part of the layers' names: "dense1", "dense_norm1", "dense_relu1", "dropout1".
void add_dense_block(Model& model, std::int64_t units, const std::string& number,
                     const OptionValues& options);

/// The last layer: one logit a class (or one number a value), float32 by itself so that the loss is exact
/// under mixed precision.
void add_logits(Model& model, const OptionValues& options);

} // namespace laptime
