// SPDX-License-Identifier: Apache-2.0
// A CSV file as a data set: numbers normalised and texts as categories by what the training part shows, one
// column to be learnt.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// Samples are float32 [features] (engine/data/preprocessing.h says which). The column to be learnt is
/// classes where it holds texts, or whole numbers of at most 32 different values that come up three times and
/// more on average; else values, which stay as they are. Throws DataError (engine/data/csv_table.h).
DataSplit open_csv(const std::string& path, const DataOptions& options);

} // namespace laptime
