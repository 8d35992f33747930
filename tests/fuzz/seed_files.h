// SPDX-License-Identifier: Apache-2.0
// Small helpers to write seeds byte by byte.
#pragma once

#include <zlib.h>

#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

inline void append(Bytes& to, const Bytes& bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

inline void append(Bytes& to, const std::string& text) {
    to.insert(to.end(), text.begin(), text.end());
}

/// `size` bytes of a number, the least significant first.
inline void append_little(Bytes& to, std::uint64_t number, int size) {
    for (int i = 0; i < size; ++i)
        to.push_back(static_cast<unsigned char>(number >> 8 * i));
}

inline Bytes gzipped(const Bytes& bytes) {
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    Bytes packed(deflateBound(&stream, bytes.size()) + 64);
    stream.next_in = const_cast<unsigned char*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

} // namespace laptime::fuzz
