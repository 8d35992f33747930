// SPDX-License-Identifier: Apache-2.0
// Sizes and orientation of pictures.
#include "engine/data/image.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/error.h"

namespace laptime {

std::string text_of(ImageSize size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height);
}

Fit fit_of(const std::string& word) {
    if (word == "stretch")
        return Fit::stretch;
    if (word == "crop")
        return Fit::crop;
    if (word == "pad")
        return Fit::pad;
    throw InvalidInput("there is no way '" + word + "' to resize pictures; use stretch, crop or pad");
}

ImageSize fitted_size(ImageSize source, const ImageTarget& target) {
    if (target.fit == Fit::stretch)
        return target.size;
    const double across = static_cast<double>(target.size.width) / static_cast<double>(source.width);
    const double down = static_cast<double>(target.size.height) / static_cast<double>(source.height);
    const double scale = target.fit == Fit::crop ? std::max(across, down) : std::min(across, down);
    const auto scaled = [scale](std::int64_t side) {
        return std::max<std::int64_t>(1, std::llround(static_cast<double>(side) * scale));
    };
    return {scaled(source.height), scaled(source.width)};
}

// TIFF 6.0 and EXIF 2.3, tag 0x0112: where the first row and the first column of the stored picture lie.
Image upright(Image image, int orientation) {
    if (orientation < 2 || orientation > 8)
        return image;
    const bool sideways = turns_sideways(orientation);
    const bool from_bottom = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
    Image turned{sideways ? ImageSize{image.size.width, image.size.height} : image.size, image.channels, {}};
    turned.pixels.resize(image.pixels.size());
    const auto channels = static_cast<std::size_t>(image.channels);
    unsigned char* to = turned.pixels.data();
    for (std::int64_t y = 0; y < turned.size.height; ++y)
        for (std::int64_t x = 0; x < turned.size.width; ++x, to += channels) {
            // In the upright picture; `from_…` say on which side the stored rows and columns begin.
            const std::int64_t v = from_bottom ? turned.size.height - 1 - y : y;
            const std::int64_t u = from_right ? turned.size.width - 1 - x : x;
            const std::int64_t row = sideways ? u : v, column = sideways ? v : u;
            std::memcpy(to,
                        image.pixels.data() + static_cast<std::size_t>(row) * image.row_bytes() +
                            static_cast<std::size_t>(column) * channels,
                        channels);
        }
    return turned;
}

} // namespace laptime
