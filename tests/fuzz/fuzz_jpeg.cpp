// SPDX-License-Identifier: Apache-2.0
// JPEG pictures: header, full decoding, decoding at a reduced size, grey.
#include "engine/core/error.h"
#include "engine/data/image_header.h"
#include "engine/data/read_image.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/picture_seeds.h"

namespace laptime::fuzz {

std::vector<Bytes> seeds() {
    std::vector<Bytes> seeds = picture_seeds("JPEG");
    Bytes with_empty_segment = seeds.front();
    const Bytes empty_app1{0xFF, 0xE1, 0, 2};
    with_empty_segment.insert(with_empty_segment.begin() + 2, empty_app1.begin(), empty_app1.end());
    seeds.push_back(with_empty_segment);
    return seeds;
}

std::vector<std::string> words() {
    return {"\xFF\xD8\xFF",
            "\xFF\xC0",
            "\xFF\xC2",
            "\xFF\xC4",
            "\xFF\xDA",
            "\xFF\xDB",
            "\xFF\xDD",
            "\xFF\xD9",
            "\xFF\xE1",
            "\xFF\xEE",
            "Adobe",
            std::string("Exif\0\0MM\0*", 10),
            std::string("Exif\0\0II*\0", 10)};
}

void read(std::span<const unsigned char> input) {
    try {
        read_image_header(FileBytes(InputFile(input).path()));
    } catch (const DataError&) { // decoding may see more, or less
    }
    decode_image(input, "input", 3);
    decode_image(input, "input", ImageTarget{{5, 3}, Fit::crop, 1});
}

} // namespace laptime::fuzz
