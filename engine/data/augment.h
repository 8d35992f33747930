// SPDX-License-Identifier: Apache-2.0
// Changes one training picture at random: from (seed, epoch, item) alone, so that a resumed run sees the
// same.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime {

/// What happens to one picture.
struct Augmentation {
    bool flip = false;
    std::int64_t shift_x = 0, shift_y = 0; ///< pixels to the right and down; zeros come in
    std::int64_t crop_x = 0,
                 crop_y = 0; ///< of the cut part from the middle; the picture is reflected around it
    double angle = 0;        ///< radians, clockwise; the corners are filled by reflection
    double brightness = 1, contrast = 1, saturation = 1; ///< factors, applied in this order
    std::int64_t cutout = 0;                             ///< side of a square of zeros
    std::int64_t cutout_x = 0, cutout_y = 0;             ///< its middle; it may stick out of the picture
};

/// What `options` and chance have for the picture `item`, which is [height, width, channels]. Each kind of
/// change has random numbers of its own: switching one on leaves the others as they were.
Augmentation draw_augmentation(const DataOptions::Augment& options, const std::vector<std::int64_t>& shape,
                               Epoch epoch, std::uint32_t item);

/// Applies it in place. Memory for the work on the way is kept from one picture to the next.
class Augmenter {
public:
    explicit Augmenter(const std::vector<std::int64_t>& shape);
    void apply(const Augmentation& augmentation, unsigned char* picture);

private:
    void move(const Augmentation& a, unsigned char* picture);
    void rotate(double angle, unsigned char* picture);

    std::int64_t height_, width_, channels_;
    std::vector<std::int64_t> rows_, columns_; ///< where they come from; -1: zeros
    std::vector<unsigned char> before_;
};

} // namespace laptime
