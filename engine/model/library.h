// SPDX-License-Identifier: Apache-2.0
// The model library: "mlp", "cnn", "resnet20", … One file a model, in library/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/options.h"

namespace laptime {

using ModelOptionValue = OptionValue;
using ModelOptionInfo = OptionInfo;

/// Names of the models that can be built.
std::vector<std::string> model_names();

/// What a model is, in one line, and where it comes from.
std::string model_help(const std::string& name);

/// Options of a model, for the form, the documentation and the check of unknown keys. Throws
/// InvalidExperiment for a name that is not in model_names().
std::vector<ModelOptionInfo> model_options(const std::string& name);

/// What is wrong with options by themselves (unknown, of another type, out of range), as problems of
/// "model.<option>". An integer is welcome where a real number is expected.
std::vector<Problem> model_option_problems(const std::string& name,
                                           const std::map<std::string, ModelOptionValue>& options);

/// Throws InvalidExperiment (fields "model.library", "model.<option>", those of task_problems()) or
/// ShapeError.
Model make_model(const std::string& name, const std::map<std::string, ModelOptionValue>& options,
                 InputType input, Task task);

} // namespace laptime
