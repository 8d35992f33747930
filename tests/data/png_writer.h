// SPDX-License-Identifier: Apache-2.0
// Writes plain PNG files for the tests, knowing nothing of libpng: chunks by hand, packed by zlib.
#pragma once

#include <string>
#include <zlib.h>

#include "tests/data/idx_writer.h"

namespace laptime::tests {

inline void append_chunk(Bytes& png, const std::string& kind, const Bytes& data) {
    const auto number = [&png](std::size_t value) {
        for (const int shift : {24, 16, 8, 0})
            png.push_back(static_cast<unsigned char>(value >> shift));
    };
    number(data.size());
    Bytes body(kind.begin(), kind.end());
    body.insert(body.end(), data.begin(), data.end());
    png.insert(png.end(), body.begin(), body.end());
    number(crc32(0, body.data(), static_cast<uInt>(body.size())));
}

/// `pixels`: rows of width × channels bytes; channels 1 (grey) or 3 (RGB).
inline Bytes png_bytes(std::size_t width, std::size_t height, std::size_t channels, const Bytes& pixels) {
    Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    Bytes header;
    for (const std::size_t side : {width, height})
        for (const int shift : {24, 16, 8, 0})
            header.push_back(static_cast<unsigned char>(side >> shift));
    for (const unsigned char byte : {8, channels == 3 ? 2 : 0, 0, 0, 0})
        header.push_back(byte);
    append_chunk(png, "IHDR", header);
    Bytes rows;
    const std::size_t row = width * channels;
    for (std::size_t y = 0; y < height; ++y) {
        rows.push_back(0); // no filter
        rows.insert(rows.end(), pixels.begin() + static_cast<std::ptrdiff_t>(y * row),
                    pixels.begin() + static_cast<std::ptrdiff_t>((y + 1) * row));
    }
    Bytes packed(compressBound(rows.size()));
    uLongf size = packed.size();
    compress(packed.data(), &size, rows.data(), rows.size());
    packed.resize(size);
    append_chunk(png, "IDAT", packed);
    append_chunk(png, "IEND", {});
    return png;
}

} // namespace laptime::tests
