// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace laptime::ui {

namespace {

constexpr std::int64_t smallestSide = 4, largestSide = 8192;

/// Floats as bytes; what is not finite is black.
std::vector<unsigned char> stretched(const unsigned char* sample, std::size_t count) {
    std::vector<float> values(count);
    std::memcpy(values.data(), sample, count * sizeof(float));
    float least = 0, most = 0;
    bool any = false;
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        least = any ? std::min(least, value) : value;
        most = any ? std::max(most, value) : value;
        any = true;
    }
    const float scale = most > least ? 255.0f / (most - least) : 0.0f;
    std::vector<unsigned char> bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = std::isfinite(values[i])
                       ? static_cast<unsigned char>(std::lround((values[i] - least) * scale))
                       : 0;
    return bytes;
}

} // namespace

bool isPicture(const SampleType& type) {
    const auto& shape = type.shape;
    if (type.element == ElementType::i32 || (shape.size() != 2 && shape.size() != 3))
        return false;
    if (shape.size() == 3 && shape[2] != 1 && shape[2] != 3)
        return false;
    return shape[0] >= smallestSide && shape[1] >= smallestSide && shape[0] <= largestSide &&
           shape[1] <= largestSide;
}

QImage pictureOf(const SampleType& type, const unsigned char* sample) {
    if (!isPicture(type))
        return {};
    const int height = int(type.shape[0]), width = int(type.shape[1]);
    const bool colour = type.shape.size() == 3 && type.shape[2] == 3;
    std::vector<unsigned char> bytes;
    if (type.element == ElementType::f32) {
        bytes = stretched(sample, std::size_t(type.count()));
        sample = bytes.data();
    }
    const int line = width * (colour ? 3 : 1);
    const QImage view(sample, width, height, line,
                      colour ? QImage::Format_RGB888 : QImage::Format_Grayscale8);
    return view.copy(); // the view only borrows the bytes
}

} // namespace laptime::ui
