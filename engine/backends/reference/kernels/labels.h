// SPDX-License-Identifier: Apache-2.0
// Class labels of a batch, checked.
#pragma once

#include <string>

#include "engine/backends/reference/kernel.h"
#include "engine/core/error.h"

namespace laptime::reference::kernels {

/// The label of that row in input `labels`. Throws RunError where it is none of the classes.
inline std::size_t label_of(const Operands& o, std::size_t labels, std::size_t row, std::size_t classes) {
    const double label = o.in(labels)[row];
    if (label < 0 || label >= static_cast<double>(classes))
        throw RunError("the label " + std::to_string(static_cast<std::int64_t>(label)) + " of item " +
                       std::to_string(row) + " of the batch is outside 0 to " + std::to_string(classes - 1));
    return static_cast<std::size_t>(label);
}

} // namespace laptime::reference::kernels
