// SPDX-License-Identifier: Apache-2.0
// A data set of pictures that are changed at random in every epoch of training.
#pragma once

#include <memory>

#include "engine/data/dataset.h"

namespace laptime {

/// `base` with changes to the pictures of epochs from 1 on; `base` itself where nothing is asked for. Throws
/// InvalidInput where there is something to do and the samples are not uint8 [height, width, channels], and
/// for numbers that make no sense.
std::shared_ptr<const Dataset> augmented(std::shared_ptr<const Dataset> base,
                                         const DataOptions::Augment& options);

} // namespace laptime
