// SPDX-License-Identifier: Apache-2.0
// One file of CIFAR-10's binary version: records of a label byte and 32 × 32 bytes of red, of green and of
// blue each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace laptime {

constexpr std::int64_t cifar10_side = 32;
constexpr std::size_t cifar10_image_bytes = 3 * 32 * 32;

/// Labels as they are in the file, 0…255; images as [height, width, channels].
struct Cifar10Records {
    std::vector<unsigned char> images, labels;
};

/// Appends the file's records; plain or gzipped. Throws DataError, naming the file, when it cannot be read,
/// is empty, or does not end with a whole record.
void read_cifar10(const std::string& path, Cifar10Records& records);

} // namespace laptime
