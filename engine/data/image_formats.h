// SPDX-License-Identifier: Apache-2.0
// The decoders behind read_image.h, one a format.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/data/image.h"

namespace laptime {

/// What a decoder is asked for. With a target, a JPEG file is decoded at a half, a quarter or an eighth of
/// its size where that is still large enough for it: much quicker, and a good filter, too.
struct DecodeOptions {
    int channels = 3;
    std::optional<ImageTarget> target = std::nullopt;
};

/// Both throw DataError, beginning with "the picture NAME", for bytes that are damaged, truncated, of a kind
/// that is not read, or too large. The result is upright, and of the asked number of channels.
Image decode_jpeg(std::span<const unsigned char> bytes, const std::string& name,
                  const DecodeOptions& options);
Image decode_png(std::span<const unsigned char> bytes, const std::string& name, const DecodeOptions& options);

/// Throws DataError for a picture without pixels, and for one that is larger than we read.
void check_image_size(ImageSize size, const std::string& name);

/// Throws DataError where a file of `file_bytes` cannot hold so many pixels, when the format's best is
/// `pixels_a_byte`: no memory is asked for on a damaged header's word.
void check_can_hold(std::uint64_t file_bytes, double pixels_a_byte, ImageSize size, const std::string& name);

[[noreturn]] void damaged_image(const std::string& name, const std::string& why);

} // namespace laptime
