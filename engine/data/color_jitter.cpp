// SPDX-License-Identifier: Apache-2.0
// All three together are one affine map of a pixel: out = own * value + shared * grey + constant.
#include "engine/data/color_jitter.h"

#include <algorithm>
#include <cmath>

#include "engine/data/image.h"

namespace laptime {

namespace {

constexpr int bits = 14;

std::int32_t fixed(double value) {
    return static_cast<std::int32_t>(std::lround(value * (1 << bits)));
}

unsigned char rounded(std::int32_t fixed_value) {
    return static_cast<unsigned char>(std::clamp((fixed_value + (1 << (bits - 1))) >> bits, 0, 255));
}

double mean_grey(std::int64_t pixels, std::int64_t channels, const unsigned char* picture) {
    if (channels != 3) {
        std::uint64_t sum = 0;
        for (std::int64_t i = 0; i < pixels * channels; ++i)
            sum += picture[i];
        return static_cast<double>(sum) / static_cast<double>(pixels * channels);
    }
    std::uint64_t red = 0, green = 0, blue = 0;
    for (std::int64_t i = 0; i < pixels; ++i, picture += 3) {
        red += picture[0];
        green += picture[1];
        blue += picture[2];
    }
    return (0.299 * static_cast<double>(red) + 0.587 * static_cast<double>(green) +
            0.114 * static_cast<double>(blue)) /
           static_cast<double>(pixels);
}

} // namespace

void jitter_colors(const ColorFactors& f, std::int64_t pixels, std::int64_t channels,
                   unsigned char* picture) {
    const bool color = channels == 3;
    if (f.brightness == 1 && f.contrast == 1 && (f.saturation == 1 || !color))
        return;
    const double grey = f.brightness * mean_grey(pixels, channels, picture);
    const double scale = f.brightness * f.contrast;
    const std::int32_t constant = fixed((1 - f.contrast) * grey);
    if (!color) {
        const std::int32_t own = fixed(scale);
        for (std::int64_t i = 0; i < pixels * channels; ++i)
            picture[i] = rounded(own * picture[i] + constant);
        return;
    }
    const std::int32_t own = fixed(scale * f.saturation), shared = fixed(scale * (1 - f.saturation));
    for (std::int64_t i = 0; i < pixels; ++i, picture += 3) {
        const std::int32_t same = shared * luma(picture[0], picture[1], picture[2]) + constant;
        for (int c = 0; c < 3; ++c)
            picture[c] = rounded(own * picture[c] + same);
    }
}

} // namespace laptime
