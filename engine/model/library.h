// SPDX-License-Identifier: Apache-2.0
// The model library: "mlp", "cnn". One file a model.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/model.h"

namespace laptime {

using ModelOptionValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

struct ModelOptionInfo {
    std::string name; ///< "dropout"
    ModelOptionValue default_value;
    std::string help;
    double minimum = 0, limit = 0;       ///< numbers, and each number of a list: minimum ≤ value < limit
    std::vector<std::string> words = {}; ///< text: what may be said
};

/// Names of the models that can be built today; planned_model_names(): those of the design that cannot yet.
std::vector<std::string> model_names();
std::vector<std::string> planned_model_names();

/// Options of a model, for the form, the documentation and the check of unknown keys. Throws
/// InvalidExperiment for a name that is not in model_names().
std::vector<ModelOptionInfo> model_options(const std::string& name);

/// What is wrong with options by themselves (unknown, of another type, out of range), as problems of
/// "model.<option>". An integer is welcome where a real number is expected.
std::vector<Problem> model_option_problems(const std::string& name,
                                           const std::map<std::string, ModelOptionValue>& options);

/// Throws InvalidExperiment (fields "model.library", "model.<option>") or ShapeError.
Model make_model(const std::string& name, const std::map<std::string, ModelOptionValue>& options,
                 InputType input, Task task);

} // namespace laptime
