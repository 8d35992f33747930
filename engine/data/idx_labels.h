// SPDX-License-Identifier: Apache-2.0
// Labels of an IDX folder, and what can be wrong with them.
#pragma once

#include <string>
#include <vector>

#include "engine/data/idx_file.h"

namespace laptime {

/// Number of classes that the training labels show: the largest label + 1. A few stray labels far above all
/// others are not taken for classes: throws DataError naming file and item.
int classes_shown_by(const IdxArray& labels, const std::string& file);

/// The labels as int32. Throws DataError naming file and item for one that is not in 0…classes-1.
std::vector<std::int32_t> checked_labels(const IdxArray& labels, int classes, const std::string& file);

} // namespace laptime
