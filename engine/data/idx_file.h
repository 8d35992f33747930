// SPDX-License-Identifier: Apache-2.0
// The IDX format of MNIST: two zero bytes, the element type, the number of dimensions, the sizes as
// big-endian 32-bit numbers, then the elements in row-major order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace laptime {

/// An array of unsigned bytes.
struct IdxArray {
    std::vector<std::int64_t> dims; ///< at least one
    std::unique_ptr<unsigned char[]> data;
    std::uint64_t hash = 0; ///< of sizes and elements, the same for a packed and a plain file

    std::int64_t items() const { return dims.front(); }
};

/// Sizes only; reads a few bytes. Throws DataError, naming the file, as read_idx.
std::vector<std::int64_t> read_idx_dims(const std::string& path);

/// Throws DataError, naming the file, for: a wrong magic number, elements that are not unsigned bytes, fewer
/// or more bytes than the header promises, a damaged gzip stream, a file that cannot be read.
IdxArray read_idx(const std::string& path);

} // namespace laptime
