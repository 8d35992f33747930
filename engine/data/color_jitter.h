// SPDX-License-Identifier: Apache-2.0
// Brightness, contrast and saturation of a picture.
#pragma once

#include <cstdint>

namespace laptime {

/// Factors; 1 changes nothing.
struct ColorFactors {
    double brightness = 1, contrast = 1, saturation = 1;
};

/// As torchvision: brightness towards black, contrast towards the picture's mean grey, saturation towards
/// each pixel's own grey, in this order; but rounded and kept in 0…255 once, at the end. Saturation needs
/// three channels; with another number every channel is treated as a grey one.
void jitter_colors(const ColorFactors& factors, std::int64_t pixels, std::int64_t channels,
                   unsigned char* picture);

} // namespace laptime
