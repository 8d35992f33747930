// SPDX-License-Identifier: Apache-2.0
// The one thing in a picture's EXIF data that changes what is seen.
#pragma once

#include <cstddef>
#include <span>

namespace laptime {

/// The orientation 1…8 in a TIFF structure (what stands behind "Exif\0\0" in a JPEG file's APP1 segment, or
/// in a PNG file's eXIf chunk); 1 where there is none or the data makes no sense.
int tiff_orientation(std::span<const unsigned char> tiff);

/// The same from the contents of an APP1 segment.
int app1_orientation(std::span<const unsigned char> segment);

} // namespace laptime
