// SPDX-License-Identifier: Apache-2.0
// Model files: a TOML list of layers, described in docs/models.md.
#pragma once

#include <string>
#include <string_view>

#include "engine/model/model.h"

namespace laptime {

/// Reads a model file and tries it with one sample. Throws InvalidInput where the file cannot be read;
/// InvalidExperiment (field "model.file") with every problem of the text, each with file and line; ShapeError
/// with file, line, layer and shapes where a layer does not fit what comes before it.
Model read_model_file(const std::string& path, InputType input, Task task);

/// The same for the text of a file; `place` is what messages call it.
Model parse_model(std::string_view toml, const std::string& place, InputType input, Task task);

} // namespace laptime
