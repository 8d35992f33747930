// SPDX-License-Identifier: Apache-2.0
// correct_count(logits, labels) -> count and top_k_count(logits, labels) -> count
#include <cmath>

#include "engine/backends/reference/kernels/kernels.h"
#include "engine/backends/reference/kernels/labels.h"

namespace laptime::reference::kernels {

namespace {

/// How many rows have fewer than k classes in front of the label: larger, or equal and earlier. Not those
/// with a NaN.
void count_rows(const Operands& o, std::int64_t k) {
    const auto classes = static_cast<std::size_t>(o.shape(0)[1]);
    for (std::size_t row = 0; row < o.in(1).size(); ++row) {
        const double* logits = o.in(0).data() + row * classes;
        const std::size_t label = label_of(o, 1, row, classes);
        std::int64_t in_front = 0;
        bool has_nan = false;
        for (std::size_t c = 0; c < classes; ++c) {
            has_nan = has_nan || std::isnan(logits[c]);
            in_front += logits[c] > logits[label] || (logits[c] == logits[label] && c < label);
        }
        o.out(0)[0] += !has_nan && in_front < k;
    }
}

} // namespace

void correct_count(const Operands& o) {
    count_rows(o, 1);
}

void top_k_count(const Operands& o) {
    count_rows(o, o.attrs.integer("k", 5));
}

} // namespace laptime::reference::kernels
