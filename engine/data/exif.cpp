// SPDX-License-Identifier: Apache-2.0
// TIFF 6.0: byte order, 42, offset of the first directory; a directory is a count and entries of 12 bytes.
#include "engine/data/exif.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace laptime {

namespace {

constexpr std::uint32_t orientation_tag = 0x0112, short_type = 3;

struct Tiff {
    std::span<const unsigned char> bytes;
    bool big_endian;

    bool has(std::size_t offset, std::size_t count) const {
        return offset <= bytes.size() && count <= bytes.size() - offset;
    }
    std::uint32_t number(std::size_t offset, std::size_t count) const {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = value << 8 | bytes[offset + (big_endian ? i : count - 1 - i)];
        return value;
    }
};

} // namespace

int tiff_orientation(std::span<const unsigned char> bytes) {
    if (bytes.size() < 8)
        return 1;
    const Tiff tiff{bytes, bytes[0] == 'M'};
    if (bytes[0] != bytes[1] || (bytes[0] != 'M' && bytes[0] != 'I') || tiff.number(2, 2) != 42)
        return 1;
    const std::size_t directory = tiff.number(4, 4);
    if (!tiff.has(directory, 2))
        return 1;
    const std::size_t entries = tiff.number(directory, 2);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        if (!tiff.has(entry, 12))
            return 1;
        if (tiff.number(entry, 2) != orientation_tag || tiff.number(entry + 2, 2) != short_type)
            continue;
        const std::uint32_t value = tiff.number(entry + 8, 2);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

int app1_orientation(std::span<const unsigned char> segment) {
    static constexpr std::array<unsigned char, 6> start{'E', 'x', 'i', 'f', 0, 0};
    if (segment.size() < start.size() || std::memcmp(segment.data(), start.data(), start.size()) != 0)
        return 1;
    return tiff_orientation(segment.subspan(start.size()));
}

} // namespace laptime
