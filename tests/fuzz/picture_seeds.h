// SPDX-License-Identifier: Apache-2.0
// The pictures of tests/data as seeds.
#pragma once

#include <string_view>

#include "tests/data/pictures.h"
#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

inline Bytes from_base64(std::string_view text) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Bytes bytes;
    unsigned buffer = 0, bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos)
            break;
        buffer = buffer << 6 | static_cast<unsigned>(digit);
        if ((bits += 6) >= 8)
            bytes.push_back(static_cast<unsigned char>(buffer >> (bits -= 8)));
    }
    return bytes;
}

/// Those whose names begin with `format`.
inline std::vector<Bytes> picture_seeds(std::string_view format) {
    std::vector<Bytes> seeds;
    for (const tests::StoredPicture& picture : tests::stored_pictures)
        if (std::string_view(picture.name).starts_with(format))
            seeds.push_back(from_base64(picture.base64));
    return seeds;
}

} // namespace laptime::fuzz
