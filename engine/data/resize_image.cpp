// SPDX-License-Identifier: Apache-2.0
// Two passes with weights worked out once: for each row of the result the source rows are summed up into one
// row of floats, which vectorises, and this is then summed along.
#include "engine/data/resize_image.h"

#include <algorithm>
#include <cmath>

namespace laptime {

namespace {

/// A part of one axis of the source that becomes `size` pixels.
struct Axis {
    std::int64_t source; ///< pixels that there are
    double begin, end;   ///< the part of them that is taken
    std::int64_t size;
};

/// For each result pixel, which source pixels count, and how much; the weights of one add up to 1.
struct Weights {
    std::vector<std::int64_t> first;
    std::vector<std::size_t> offset; ///< into `values`; one more than pixels
    std::vector<float> values;

    explicit Weights(const Axis& axis) {
        const double step = (axis.end - axis.begin) / static_cast<double>(axis.size);
        const double reach = std::max(step, 1.0);
        offset.push_back(0);
        for (std::int64_t i = 0; i < axis.size; ++i) {
            const double centre = axis.begin + (static_cast<double>(i) + 0.5) * step;
            const auto from = std::max<std::int64_t>(0, static_cast<std::int64_t>(centre - reach + 0.5));
            const auto to = std::min(axis.source, static_cast<std::int64_t>(centre + reach + 0.5));
            double sum = 0;
            for (std::int64_t j = from; j < to; ++j)
                sum += triangle(j, centre, reach);
            for (std::int64_t j = from; j < to; ++j)
                values.push_back(static_cast<float>(triangle(j, centre, reach) / sum));
            first.push_back(from);
            offset.push_back(values.size());
        }
    }

private:
    static double triangle(std::int64_t pixel, double centre, double reach) {
        return std::max(0.0, 1 - std::abs(static_cast<double>(pixel) + 0.5 - centre) / reach);
    }
};

/// One result row before the pass along it.
void sum_rows(const Image& image, const Weights& down, std::size_t y, std::vector<float>& row) {
    std::fill(row.begin(), row.end(), 0.0f);
    for (std::size_t k = down.offset[y]; k < down.offset[y + 1]; ++k) {
        const auto source_row = static_cast<std::size_t>(down.first[y]) + k - down.offset[y];
        const unsigned char* from = image.pixels.data() + source_row * row.size();
        const float weight = down.values[k];
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] += weight * static_cast<float>(from[i]);
    }
}

template <int channels>
void sum_along(const std::vector<float>& row, const Weights& across, unsigned char* to) {
    for (std::size_t x = 0; x + 1 < across.offset.size(); ++x) {
        const float* from = row.data() + across.first[x] * channels;
        float sums[channels] = {};
        for (std::size_t k = across.offset[x]; k < across.offset[x + 1]; ++k, from += channels)
            for (int c = 0; c < channels; ++c)
                sums[c] += across.values[k] * from[c];
        for (int c = 0; c < channels; ++c)
            *to++ = static_cast<unsigned char>(std::min(sums[c] + 0.5f, 255.0f));
    }
}

/// Writes the given part of the picture into the rows of `result` that begin at `to`.
void resample(const Image& image, const Axis& vertical, const Axis& horizontal, unsigned char* to,
              std::size_t to_row_bytes) {
    const Weights down(vertical), across(horizontal);
    std::vector<float> row(image.row_bytes());
    for (std::size_t y = 0; y + 1 < down.offset.size(); ++y, to += to_row_bytes) {
        sum_rows(image, down, y, row);
        if (image.channels == 1)
            sum_along<1>(row, across, to);
        else
            sum_along<3>(row, across, to);
    }
}

Axis whole(std::int64_t source, std::int64_t size) {
    return {source, 0, static_cast<double>(source), size};
}

/// The middle of an axis, as long as `scale` makes it fill the result.
Axis middle(std::int64_t source, double scale, std::int64_t size) {
    const double all = static_cast<double>(source);
    const double length = std::min(all, static_cast<double>(size) / scale);
    return {source, (all - length) / 2, (all + length) / 2, size};
}

double ratio(std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) / static_cast<double>(b);
}

} // namespace

Image resize_image(Image image, const ImageTarget& target) {
    if (image.size == target.size)
        return image;
    const auto [height, width] = image.size;
    Image result{target.size, image.channels, {}};
    const std::size_t row_bytes = result.row_bytes();
    result.pixels.resize(row_bytes * static_cast<std::size_t>(target.size.height)); // zeros: black
    unsigned char* to = result.pixels.data();
    if (target.fit == Fit::crop) {
        const double scale = std::max(ratio(target.size.height, height), ratio(target.size.width, width));
        resample(image, middle(height, scale, target.size.height), middle(width, scale, target.size.width),
                 to, row_bytes);
        return result;
    }
    const ImageSize fitted = fitted_size(image.size, target); // the target itself with Fit::stretch
    const auto top = static_cast<std::size_t>((target.size.height - fitted.height) / 2);
    const auto left = static_cast<std::size_t>((target.size.width - fitted.width) / 2 * image.channels);
    resample(image, whole(height, fitted.height), whole(width, fitted.width), to + top * row_bytes + left,
             row_bytes);
    return result;
}

} // namespace laptime
