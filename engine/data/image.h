// SPDX-License-Identifier: Apache-2.0
// A picture in memory, and what can be asked for when one is read: how large, how it is made to fit, and grey
// or coloured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace laptime {

struct ImageSize {
    std::int64_t height = 0, width = 0;
    bool operator==(const ImageSize&) const = default;
};

/// "640 x 480": width first, as people say it.
std::string text_of(ImageSize size);

/// Rows from top to bottom, pixels from left to right, `channels` bytes a pixel: 1 (grey) or 3 (red, green,
/// blue), 0…255.
struct Image {
    ImageSize size;
    int channels = 3;
    std::vector<unsigned char> pixels;

    std::size_t row_bytes() const {
        return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(channels);
    }
};

/// How a picture of another shape fills the size that is asked for.
enum class Fit : unsigned char {
    stretch, ///< each axis by itself
    crop,    ///< the shorter side fits, what sticks out of the middle is cut off
    pad      ///< the longer side fits, black bars fill the rest
};

/// "stretch", "crop" or "pad". Throws InvalidInput for another word.
Fit fit_of(const std::string& word);

/// What the reader of a picture wants to have.
struct ImageTarget {
    ImageSize size;
    Fit fit = Fit::stretch;
    int channels = 3; ///< 1 or 3
};

/// No picture may have more pixels: a few bytes of a hostile file could ask for any amount of memory.
constexpr std::int64_t most_pixels = 100'000'000;
constexpr std::int64_t most_pixels_a_side = 1'000'000;

/// The size that the whole of a `source` picture is brought to on its way to the target: with Fit::crop it
/// covers the target, with Fit::pad it lies inside, and a side has at least one pixel.
ImageSize fitted_size(ImageSize source, const ImageTarget& target);

/// Rec. 601, as Pillow and libjpeg compute it.
inline unsigned char luma(unsigned red, unsigned green, unsigned blue) {
    return static_cast<unsigned char>((19595 * red + 38470 * green + 7471 * blue + 32768) >> 16);
}

/// The picture as it is meant to be seen, from an EXIF orientation 1…8 (others change nothing).
Image upright(Image image, int orientation);

/// True where the orientation swaps rows and columns.
constexpr bool turns_sideways(int orientation) {
    return orientation >= 5 && orientation <= 8;
}

} // namespace laptime
