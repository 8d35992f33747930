// SPDX-License-Identifier: Apache-2.0
// Writes .npy files by hand for the tests that damage them.
#pragma once

#include <cstring>
#include <string>

#include "tests/data/idx_writer.h"

namespace laptime::tests {

/// Version 1, with any text as header.
inline Bytes npy_with_header(std::string header, const Bytes& data) {
    header.resize((header.size() + 10 + 63) / 64 * 64 + 54 - 1, ' ');
    header += '\n';
    Bytes bytes{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    bytes.push_back(static_cast<unsigned char>(header.size() & 255));
    bytes.push_back(static_cast<unsigned char>(header.size() >> 8));
    bytes.insert(bytes.end(), header.begin(), header.end());
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

template <typename T>
Bytes npy_bytes(const std::string& type, const std::string& shape, const std::vector<T>& values) {
    Bytes data(values.size() * sizeof(T));
    std::memcpy(data.data(), values.data(), data.size());
    return npy_with_header("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }",
                           data);
}

} // namespace laptime::tests
