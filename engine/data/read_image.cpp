// SPDX-License-Identifier: Apache-2.0
// The first bytes choose the decoder.
#include "engine/data/read_image.h"

#include "engine/core/error.h"
#include "engine/data/file_bytes.h"
#include "engine/data/image_formats.h"
#include "engine/data/image_header.h"
#include "engine/data/resize_image.h"

namespace laptime {

namespace {

Image decode(std::span<const unsigned char> bytes, const std::string& name, const DecodeOptions& options) {
    return image_format(bytes, name) == ImageFormat::jpeg ? decode_jpeg(bytes, name, options)
                                                          : decode_png(bytes, name, options);
}

std::vector<unsigned char> bytes_of(const std::string& path) {
    std::vector<unsigned char> bytes;
    FileBytes(path).read_all(bytes);
    return bytes;
}

} // namespace

void damaged_image(const std::string& name, const std::string& why) {
    throw DataError("the picture " + name + " is damaged: " + why);
}

void check_image_size(ImageSize size, const std::string& name) {
    if (size.height < 1 || size.width < 1)
        damaged_image(name, "it has no pixels");
    if (size.height > most_pixels_a_side || size.width > most_pixels_a_side ||
        size.height * size.width > most_pixels)
        throw DataError("the picture " + name + " has " + text_of(size) + " pixels; at most " +
                        std::to_string(most_pixels / 1'000'000) + " million are read: make it smaller");
}

void check_can_hold(std::uint64_t file_bytes, double pixels_a_byte, ImageSize size, const std::string& name) {
    if (static_cast<double>(size.height * size.width) > pixels_a_byte * static_cast<double>(file_bytes))
        damaged_image(name, "a file of " + std::to_string(file_bytes) + " bytes cannot hold " +
                                text_of(size) + " pixels");
}

Image decode_image(std::span<const unsigned char> bytes, const std::string& name, int channels) {
    return decode(bytes, name, {channels});
}

Image decode_image(std::span<const unsigned char> bytes, const std::string& name, const ImageTarget& target) {
    return resize_image(decode(bytes, name, {target.channels, target}), target);
}

Image read_image(const std::string& path, int channels) {
    return decode_image(bytes_of(path), path, channels);
}

Image read_image(const std::string& path, const ImageTarget& target) {
    return decode_image(bytes_of(path), path, target);
}

} // namespace laptime
