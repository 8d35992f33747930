// SPDX-License-Identifier: Apache-2.0
// Arrays in NumPy's format, written by hand.
#pragma once

#include "tests/fuzz/seed_files.h"

namespace laptime::fuzz {

/// Version 1.0; `shape` as "2, 3", `bytes` of data.
inline Bytes npy(const std::string& type, const std::string& shape, std::size_t bytes, bool fortran = false) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                         ", 'shape': (" + shape + "), }";
    header.resize((10 + header.size() + 64) / 64 * 64 - 11, ' ');
    header += '\n';
    Bytes array = bytes_of("\x93NUMPY");
    append_little(array, 1, 2);
    append_little(array, header.size(), 2);
    append(array, header);
    for (std::size_t i = 0; i < bytes; ++i)
        array.push_back(static_cast<unsigned char>(i % 3));
    return array;
}

} // namespace laptime::fuzz
