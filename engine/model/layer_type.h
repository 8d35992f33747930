// SPDX-License-Identifier: Apache-2.0
// The kinds of layers that a model file can name. Each layer's own file defines one constant of this type (or
// a few, for close relatives); layer_types.cpp lists them; docs/models.md documents them, which a test
// compares.
#pragma once

#include "engine/model/model.h"
#include "engine/model/options.h"

namespace laptime {

/// Layers within a layer, by the key that holds them: one list for "body", one a branch for "branches".
using LayerParts = std::map<std::string, std::vector<LayerList>>;

struct LayerType {
    struct Part {
        std::string key; ///< "body"
        std::string help;
        bool required = true;
        bool several = false; ///< a list of lists
    };
    std::string kind;                  ///< "conv2d"
    std::string help;                  ///< what it does, one line
    std::vector<OptionInfo> keys = {}; ///< beside type, name, dtype and repeat, which every layer has
    std::shared_ptr<Layer> (*make)(std::string name, const OptionValues& values,
                                   const LayerParts& parts) = nullptr;
    std::vector<Part> parts = {};
};

/// All kinds, in the order of the documentation.
const std::vector<const LayerType*>& layer_types();
/// Null where there is none of that kind.
const LayerType* find_layer_type(std::string_view kind);

} // namespace laptime
