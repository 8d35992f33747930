// SPDX-License-Identifier: Apache-2.0
// PNG pictures, as they are and with their checksums put right, so that mutations get past those.
#include <zlib.h>

#include "engine/core/error.h"
#include "engine/data/image_header.h"
#include "engine/data/read_image.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/picture_seeds.h"

namespace laptime::fuzz {

namespace {

constexpr std::size_t signature = 8, around_data = 12;

void put_checksums_right(Bytes& png) {
    for (std::size_t at = signature; at + around_data <= png.size();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = length << 8 | png[at + i];
        if (length > png.size() - at - around_data)
            return;
        const auto checksum = crc32(0, png.data() + at + 4, static_cast<uInt>(length + 4));
        for (std::size_t i = 0; i < 4; ++i)
            png[at + 8 + length + i] = static_cast<unsigned char>(checksum >> (24 - 8 * i));
        at += length + around_data;
    }
}

void decode(std::span<const unsigned char> input) {
    try {
        read_image_header(FileBytes(InputFile(input).path()));
        decode_image(input, "input", 1);
        decode_image(input, "input", ImageTarget{{3, 5}, Fit::pad, 3});
    } catch (const DataError&) { // expected
    }
}

} // namespace

std::vector<Bytes> seeds() {
    return picture_seeds("PNG");
}

std::vector<std::string> words() {
    return {"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sBIT", "iCCP", "eXIf", "bKGD", "zTXt"};
}

void read(std::span<const unsigned char> input) {
    decode(input);
    Bytes right(input.begin(), input.end());
    put_checksums_right(right);
    decode(right);
}

} // namespace laptime::fuzz
