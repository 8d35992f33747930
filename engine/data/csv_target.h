// SPDX-License-Identifier: Apache-2.0
// What the learnt column of a table means.
#pragma once

#include "engine/data/csv_table.h"

namespace laptime {

struct CsvTarget {
    TargetType type;
    std::vector<std::string> class_names;
    std::vector<std::int32_t> labels;  ///< a row, where classes are learnt; -1: the row cannot be used
    std::vector<float> values;         ///< a row, where values are
    std::vector<std::uint32_t> usable; ///< rows, rising
};

/// Takes the target out of the table. `task`: "classification", "regression", or empty: found out. Rows whose
/// text stands among numbers are left out with a warning. Throws DataError.
CsvTarget take_target(CsvTable& table, const std::string& task, std::vector<std::string>& warnings);

} // namespace laptime
