// SPDX-License-Identifier: Apache-2.0
// Which inputs an output of upsample is made of, in one place for all backends: pixels are areas, and their
// centres are half a pixel in, as in Keras's UpSampling2D.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace laptime {

/// Along one axis: output = (1 − weight)·input[lower] + weight·input[upper].
struct UpsampleTap {
    std::int64_t lower = 0, upper = 0;
    double weight = 0; ///< of `upper`
};

/// The tap of output position `output`, of an axis of `inputs` positions that is enlarged `factor` times.
inline UpsampleTap upsample_tap(std::int64_t output, std::int64_t factor, std::int64_t inputs,
                                bool bilinear) {
    if (!bilinear)
        return {output / factor, output / factor, 0};
    const double place = (static_cast<double>(output) + 0.5) / static_cast<double>(factor) - 0.5;
    const auto lower = static_cast<std::int64_t>(std::floor(place));
    const std::int64_t last = inputs - 1;
    return {std::clamp<std::int64_t>(lower, 0, last), std::clamp<std::int64_t>(lower + 1, 0, last),
            place - static_cast<double>(lower)};
}

} // namespace laptime
