// SPDX-License-Identifier: Apache-2.0
// "images:DIR": a folder of pictures for each class.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// As open_dataset and summarize_dataset. Where the folder has a part of its own to validate on (see
/// image_folder.h), that is taken; else one is split off.
///
/// Pictures become options.image_size; where that is empty, the size that all of them have, if they are at
/// most 512 x 512, else 224 x 224. Files are decoded while they are trained on. One that turns out damaged
/// then is replaced by the next good one of its class in the same part, and told by Dataset::take_warnings().
DataSplit open_images(const std::string& root, const DataOptions& options);
DataSummary summarize_images(const std::string& root, const DataOptions& options);

} // namespace laptime
