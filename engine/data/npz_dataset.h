// SPDX-License-Identifier: Apache-2.0
// NumPy arrays as a data set: samples and what is to be learnt, found by their names.
#pragma once

#include "engine/data/array_set.h"
#include "engine/data/memory_dataset.h"

namespace laptime {

/// x and y, images and labels, data and target, or features and target, in small or capital letters, and
/// x_train, y_train, x_test, y_test (or train_x, …). Samples of uint8 stay bytes, all others become float32;
/// [items, height, width] gets one channel. Integer y with few values, texts and one-hot rows are classes,
/// other y are values. Throws DataError with a list of the arrays where none fit.
DataSplit open_npz(const std::string& place, const DataOptions& options);

/// The samples of one array, of any number type; no targets. Throws DataError.
StoredSamples read_array_samples(ByteSource& source);

} // namespace laptime
