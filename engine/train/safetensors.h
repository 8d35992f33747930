// SPDX-License-Identifier: Apache-2.0
// The safetensors format, both ways: 8 bytes of header length, a JSON header of names, types, shapes and
// offsets, then the data.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "engine/graph/shape.h"

namespace laptime {

/// A tensor with its bytes, row-major, little endian.
struct StoredTensor {
    std::string name;
    TensorType type;
    std::vector<std::byte> bytes;
};

/// The elements as float64, exactly; throws std::logic_error for a size that does not fit the type.
std::vector<double> values_of(const StoredTensor& tensor);
/// A tensor of the type, from float64 values, rounded to it.
StoredTensor stored_tensor(std::string name, TensorType type, const std::vector<double>& values);

struct SafetensorsFile {
    std::map<std::string, std::string> metadata;
    std::vector<StoredTensor> tensors;
};

/// Writes to a temporary file, syncs and renames, so that a file of that name is always whole. Throws
/// InvalidInput naming the file and what went wrong.
void write_safetensors(const std::string& path, const SafetensorsFile& file);

/// Throws DataError naming the file where it is missing or not whole, or holds a type that is not known here.
SafetensorsFile read_safetensors(const std::string& path);

} // namespace laptime
