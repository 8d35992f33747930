// SPDX-License-Identifier: Apache-2.0
// One array in NumPy's format (numpy.lib.format, versions 1 to 3): a magic number, a header that is written
// as a Python dictionary, and the elements in C or Fortran order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/byte_source.h"

namespace laptime {

struct NpyHeader {
    char kind = 'f';      ///< b(ool), i, u, f, U (Unicode text), S (bytes of text)
    std::size_t size = 4; ///< bytes of an element
    bool big_endian = false;
    bool fortran = false;
    std::vector<std::int64_t> shape;

    std::int64_t count() const;
    bool is_text() const { return kind == 'U' || kind == 'S'; }
    bool is_integer() const { return kind == 'b' || kind == 'i' || kind == 'u'; }
    /// "float32 [60000, 28, 28]"
    std::string text() const;
};

/// Reads up to the first element. Throws DataError, naming the source, for what is no such array, for
/// elements of another type (complex, dates, records, Python objects, which are never unpickled), and for a
/// header that promises more than the source can hold.
NpyHeader read_npy_header(ByteSource& source);

/// The elements behind the header, converted, in row-major order whatever theirs is: header.count() of them.
/// Throws DataError where they end early. Not for text. As bytes: only of uint8.
void read_npy(ByteSource& source, const NpyHeader& header, unsigned char* to);
void read_npy(ByteSource& source, const NpyHeader& header, float* to);
void read_npy(ByteSource& source, const NpyHeader& header, double* to);

/// The texts, in row-major order, as UTF-8.
std::vector<std::string> read_npy_texts(ByteSource& source, const NpyHeader& header);

} // namespace laptime
