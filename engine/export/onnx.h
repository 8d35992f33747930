// SPDX-License-Identifier: Apache-2.0
// A trained model as an ONNX file, for other programs to run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/train/safetensors.h"

namespace laptime {

/// Writes the prediction graph with its weights: operator set 17, float32 whatever the run computed in, input
/// "x" (uint8, float32, or int64 of token ids; images as [batch, height, width, channels]), output "output"
/// as build_forward() says, a batch of any size. `weights` are float32 or float64, by the model's names.
/// Throws InvalidInput where the file cannot be written, is too large for the format, or an operation is not
/// known to it.
void write_onnx(const std::string& path, const Model& model, const std::vector<StoredTensor>& weights,
                const std::map<std::string, std::string>& metadata);

} // namespace laptime
