// SPDX-License-Identifier: Apache-2.0
// First values that are made of the data: Parameter::from_data.
#pragma once

#include <span>
#include <vector>

#include "engine/model/model.h"

namespace laptime {

/// How many images are enough for initial_values_from_images(), as in airbench.
constexpr std::int64_t images_for_initial_values = 5000;

/// Does a parameter start from images?
bool need_images(const std::vector<Parameter>& parameters);

/// The first values of a parameter whose from_data is not empty. `images`: [count, height, width, channels],
/// row-major, as the first layer sees them: bytes divided by 255. Throws InvalidInput where the images are
/// too small or too few.
///
/// "whitening", a kernel [2·p, size, size, channels] with p = size²·channels: patches of the images, each
/// channel with mean 0 and deviation 1 over all images, have the second moments M = Q·Λ·Qᵀ; the first p
/// filters are the columns of Q·(Λ + 5e-4)^(-1/2), the largest eigenvalue first, the others their negatives
/// (Jordan, 2024). The kernel takes the images as they are: mean and deviation are folded into it and into
/// "whitening_bias".
std::vector<double> initial_values_from_images(const Parameter& parameter, std::span<const double> images,
                                               const Shape& shape);

} // namespace laptime
