// SPDX-License-Identifier: Apache-2.0
// Class labels of a batch, checked.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/error.h"

namespace laptime::cpu {

/// Throws RunError for a label that is no class: it would be used as an index past the row.
inline void check_labels(const std::int32_t* labels, std::int64_t rows, std::int64_t classes) {
    for (std::int64_t r = 0; r < rows; ++r)
        if (labels[r] < 0 || labels[r] >= classes)
            throw RunError("label " + std::to_string(labels[r]) + " of item " + std::to_string(r) +
                           " of the batch is not one of the model's " + std::to_string(classes) +
                           " classes; check the data set's labels");
}

} // namespace laptime::cpu
