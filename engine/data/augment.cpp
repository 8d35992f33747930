// SPDX-License-Identifier: Apache-2.0
// Flip, shift and crop are one table of source rows and one of source columns; a rotation is a second pass,
// bilinear in fixed point.
#include "engine/data/augment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include "engine/core/random.h"
#include "engine/data/color_jitter.h"

namespace laptime {

namespace {

/// Random numbers of one picture: words by their use.
enum Word : std::size_t {
    flip,
    shift_x,
    shift_y,
    crop_x,
    crop_y,
    angle,
    cutout_x,
    cutout_y,
    brightness,
    contrast,
    saturation,
    words
};

using Words = std::array<std::uint32_t, 4 * ((words + 3) / 4)>;

Words words_of(RandomKey key, std::int64_t epoch, std::uint32_t item) {
    Words all;
    for (std::uint32_t block = 0; block < all.size() / 4; ++block) {
        const auto four = philox(key, {item, static_cast<std::uint32_t>(epoch), block, 0});
        std::copy(four.begin(), four.end(), all.begin() + 4 * block);
    }
    return all;
}

/// Uniform in 0…count-1.
std::int64_t below(std::int64_t count, std::uint32_t word) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(count) * word >> 32);
}

/// Uniform in -most…most.
std::int64_t up_to(std::int64_t most, std::uint32_t word) {
    return below(2 * most + 1, word) - most;
}

double around(double middle, double reach, std::uint32_t word) {
    return middle + reach * (2 * unit_uniform(word) - 1);
}

std::int64_t mirrored(std::int64_t index, std::int64_t size) {
    if (size == 1)
        return 0;
    const std::int64_t period = 2 * (size - 1);
    index = (index % period + period) % period;
    return index < size ? index : period - index;
}

/// Mirrors an index at the first and the last element, which are not repeated: -1 is 1.
inline std::int64_t reflected(std::int64_t index, std::int64_t size) {
    return static_cast<std::uint64_t>(index) < static_cast<std::uint64_t>(size) ? index
                                                                                : mirrored(index, size);
}

/// The element that comes to place i when an axis is flipped, then shifted, then cut out of its reflection.
std::int64_t source(std::int64_t i, std::int64_t size, bool flipped, std::int64_t shift, std::int64_t crop) {
    const std::int64_t shifted = reflected(i + crop, size) - shift;
    if (shifted < 0 || shifted >= size)
        return -1;
    return flipped ? size - 1 - shifted : shifted;
}

/// One row by a table of columns.
template <int channels>
void gather_row(const unsigned char* from, const std::vector<std::int64_t>& columns, unsigned char* to) {
    for (const std::int64_t column : columns)
        for (int c = 0; c < channels; ++c)
            *to++ = column < 0 ? 0 : from[column * channels + c];
}

struct Source {
    const unsigned char* pixels;
    std::int64_t height, width, channels;
};

/// Bilinear, in fixed point. `known_channels` 0: as the source says.
template <int known_channels>
void rotate_picture(const Source& from, double angle, unsigned char* to) {
    constexpr int bits = 16;
    constexpr double one = 1 << bits;
    const std::int64_t channels = known_channels > 0 ? known_channels : from.channels;
    const std::int64_t row_bytes = from.width * channels;
    const double sine = std::sin(angle), cosine = std::cos(angle);
    const double middle_x = static_cast<double>(from.width - 1) / 2;
    const double middle_y = static_cast<double>(from.height - 1) / 2;
    const auto step_x = std::llround(cosine * one), step_y = std::llround(-sine * one);
    for (std::int64_t y = 0; y < from.height; ++y) {
        // Where the row's first pixel comes from: the rotation backwards.
        const double down = static_cast<double>(y) - middle_y;
        auto at_x = std::llround((middle_x - cosine * middle_x + sine * down) * one);
        auto at_y = std::llround((middle_y + sine * middle_x + cosine * down) * one);
        for (std::int64_t x = 0; x < from.width; ++x, at_x += step_x, at_y += step_y) {
            const std::int64_t left = at_x >> bits, top = at_y >> bits;
            const auto share_x = static_cast<std::int32_t>(at_x >> (bits - 8) & 255);
            const auto share_y = static_cast<std::int32_t>(at_y >> (bits - 8) & 255);
            // The four pixels around; nearly always a plain square inside the picture.
            std::int64_t row0 = top * row_bytes, row1 = row0 + row_bytes;
            std::int64_t x0 = left * channels, x1 = x0 + channels;
            if (left < 0 || top < 0 || left + 1 >= from.width || top + 1 >= from.height) {
                row0 = reflected(top, from.height) * row_bytes;
                row1 = reflected(top + 1, from.height) * row_bytes;
                x0 = reflected(left, from.width) * channels;
                x1 = reflected(left + 1, from.width) * channels;
            }
            const unsigned char* p = from.pixels;
            for (std::int64_t c = 0; c < channels; ++c, ++p) {
                const std::int32_t upper = p[row0 + x0] * 256 + (p[row0 + x1] - p[row0 + x0]) * share_x;
                const std::int32_t lower = p[row1 + x0] * 256 + (p[row1 + x1] - p[row1 + x0]) * share_x;
                *to++ = static_cast<unsigned char>((upper * 256 + (lower - upper) * share_y + 32768) >> 16);
            }
        }
    }
}

void cut_out(const Augmentation& a, std::int64_t height, std::int64_t width, std::int64_t channels,
             unsigned char* picture) {
    const auto from = [&](std::int64_t middle) { return std::max<std::int64_t>(0, middle - a.cutout / 2); };
    const auto until = [&](std::int64_t middle, std::int64_t size) {
        return std::min(size, middle - a.cutout / 2 + a.cutout);
    };
    const std::int64_t left = from(a.cutout_x), right = until(a.cutout_x, width);
    for (std::int64_t y = from(a.cutout_y); y < until(a.cutout_y, height) && left < right; ++y)
        std::memset(picture + (y * width + left) * channels, 0,
                    static_cast<std::size_t>((right - left) * channels));
}

} // namespace

Augmentation draw_augmentation(const DataOptions::Augment& options, const std::vector<std::int64_t>& shape,
                               Epoch epoch, std::uint32_t item) {
    using Flip = DataOptions::Augment::Flip;
    const RandomKey key = random_key(epoch.seed, RandomUse::augmentation);
    const Words w = words_of(key, epoch.number, item);
    Augmentation a;
    if (options.flip == Flip::random)
        a.flip = w[flip] >> 31;
    if (options.flip == Flip::alternate) // epoch 0 draws nothing else: it says which half begins
        a.flip = ((words_of(key, 0, item)[flip] >> 31) + static_cast<std::uint64_t>(epoch.number)) % 2 != 0;
    a.shift_x = up_to(options.shift, w[shift_x]);
    a.shift_y = up_to(options.shift, w[shift_y]);
    a.crop_x = up_to(options.crop_padding, w[crop_x]);
    a.crop_y = up_to(options.crop_padding, w[crop_y]);
    a.angle = around(0, options.rotation * std::numbers::pi / 180, w[angle]);
    a.cutout = options.cutout;
    a.cutout_x = below(shape[1], w[cutout_x]);
    a.cutout_y = below(shape[0], w[cutout_y]);
    a.brightness = around(1, options.color_jitter, w[brightness]);
    a.contrast = around(1, options.color_jitter, w[contrast]);
    a.saturation = around(1, options.color_jitter, w[saturation]);
    return a;
}

Augmenter::Augmenter(const std::vector<std::int64_t>& shape)
    : height_(shape.at(0)), width_(shape.at(1)), channels_(shape.at(2)),
      rows_(static_cast<std::size_t>(height_)), columns_(static_cast<std::size_t>(width_)),
      before_(static_cast<std::size_t>(height_ * width_ * channels_)) {}

void Augmenter::apply(const Augmentation& a, unsigned char* picture) {
    jitter_colors({a.brightness, a.contrast, a.saturation}, height_ * width_, channels_, picture);
    if (a.flip || a.shift_x != 0 || a.shift_y != 0 || a.crop_x != 0 || a.crop_y != 0)
        move(a, picture);
    if (a.angle != 0)
        rotate(a.angle, picture);
    if (a.cutout > 0)
        cut_out(a, height_, width_, channels_, picture);
}

void Augmenter::move(const Augmentation& a, unsigned char* picture) {
    for (std::int64_t y = 0; y < height_; ++y)
        rows_[static_cast<std::size_t>(y)] = source(y, height_, false, a.shift_y, a.crop_y);
    for (std::int64_t x = 0; x < width_; ++x)
        columns_[static_cast<std::size_t>(x)] = source(x, width_, a.flip, a.shift_x, a.crop_x);
    std::memcpy(before_.data(), picture, before_.size());
    const std::int64_t row_bytes = width_ * channels_;
    for (const std::int64_t row : rows_) {
        const unsigned char* from = before_.data() + row * row_bytes;
        if (row < 0)
            std::memset(picture, 0, static_cast<std::size_t>(row_bytes));
        else if (channels_ == 1)
            gather_row<1>(from, columns_, picture);
        else if (channels_ == 3)
            gather_row<3>(from, columns_, picture);
        else
            for (std::int64_t x = 0; x < width_; ++x) {
                const std::int64_t column = columns_[static_cast<std::size_t>(x)];
                for (std::int64_t c = 0; c < channels_; ++c)
                    picture[x * channels_ + c] = column < 0 ? 0 : from[column * channels_ + c];
            }
        picture += row_bytes;
    }
}

void Augmenter::rotate(double angle, unsigned char* picture) {
    std::memcpy(before_.data(), picture, before_.size());
    const Source from{before_.data(), height_, width_, channels_};
    if (channels_ == 1)
        rotate_picture<1>(from, angle, picture);
    else if (channels_ == 3)
        rotate_picture<3>(from, angle, picture);
    else
        rotate_picture<0>(from, angle, picture);
}

} // namespace laptime
