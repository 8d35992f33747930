// SPDX-License-Identifier: Apache-2.0
// Brings a picture to another size.
#pragma once

#include "engine/data/image.h"

namespace laptime {

/// Bilinear where the picture grows. Where it shrinks, the triangle widens with the step between the result's
/// pixels, so that every source pixel counts and nothing aliases: Pillow's BILINEAR. A picture that has the
/// size already is returned as it is.
Image resize_image(Image image, const ImageTarget& target);

} // namespace laptime
