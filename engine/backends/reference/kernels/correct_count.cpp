// SPDX-License-Identifier: Apache-2.0
// correct_count(logits, labels) -> count
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/labels.h"

namespace laptime::reference::kernels {

void correct_count(const Operands& o) {
    const auto classes = static_cast<std::size_t>(o.shape(0)[1]);
    for (std::size_t row = 0; row < o.in(1).size(); ++row) {
        const double* logits = o.in(0).data() + row * classes;
        const std::size_t label = label_of(o, 1, row, classes);
        bool right = !std::isnan(logits[label]);
        for (std::size_t c = 0; right && c < classes; ++c)
            right = c < label ? logits[label] > logits[c] : logits[label] >= logits[c]; // false with a NaN
        o.out(0)[0] += right;
    }
}

} // namespace laptime::reference::kernels
