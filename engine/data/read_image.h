// SPDX-License-Identifier: Apache-2.0
// Pictures from JPEG and PNG files.
//
// JPEG: grey, YCbCr, RGB, CMYK and YCCK (Adobe's inverted form, too), baseline and progressive. PNG: every
// colour type and depth, interlaced or not; 16 bits become 8, and transparent parts lie on white. An EXIF
// orientation is applied. Colour profiles and gamma are not.
#pragma once

#include <span>
#include <string>

#include "engine/data/image.h"

namespace laptime {

/// The picture as it is stored, upright, with 1 or 3 channels. Throws DataError that names the file: missing,
/// neither JPEG nor PNG, damaged, truncated, larger than most_pixels.
Image read_image(const std::string& path, int channels);

/// The same brought to a size (resize_image.h).
Image read_image(const std::string& path, const ImageTarget& target);

/// From bytes in memory; `name` is what errors call them.
Image decode_image(std::span<const unsigned char> bytes, const std::string& name, int channels);
Image decode_image(std::span<const unsigned char> bytes, const std::string& name, const ImageTarget& target);

} // namespace laptime
