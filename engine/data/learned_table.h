// SPDX-License-Identifier: Apache-2.0
// Rows of a CSV file as samples for a model that was trained on another one.
#pragma once

#include "engine/data/memory_dataset.h"
#include "engine/data/preprocessing.h"

namespace laptime {

struct LearnedRows {
    StoredSamples samples;
    std::vector<std::int64_t> lines; ///< of each row in the file
    std::vector<std::string> warnings;
};

/// Columns are found by name, in any order, and others are ignored; where training had no header, by place.
/// Damaged rows are left out, as in training. `with_target`: the learnt column must be there, and a class
/// that training did not have makes a row damaged. `delimiter`: as DataOptions has it. Throws DataError.
LearnedRows read_learned_rows(const std::string& path, const Preprocessing& learned, bool with_target,
                              const std::string& delimiter = {});

} // namespace laptime
