// SPDX-License-Identifier: Apache-2.0
// What can be known of a picture file from a few of its bytes.
#pragma once

#include <cstdint>
#include <string>

#include "engine/data/file_bytes.h"
#include "engine/data/image.h"

namespace laptime {

enum class ImageFormat : unsigned char { jpeg, png };

struct ImageHeader {
    ImageFormat format = ImageFormat::jpeg;
    ImageSize size; ///< upright
    /// The end mark of the format is where it should be. A file without it is nearly always truncated; only
    /// decoding it tells.
    bool ends_well = false;
    std::uint64_t hash = 0; ///< of the file's size, its beginning and its end
};

/// Throws DataError, naming the file, where it is no JPEG or PNG file, too large, or truncated before its
/// size is told. The format is told by the first bytes, whatever the file's name says.
ImageHeader read_image_header(const FileBytes& file);

/// The format that bytes begin with. Throws DataError that says what kind of file it seems to be.
ImageFormat image_format(std::span<const unsigned char> start, const std::string& name);

} // namespace laptime
