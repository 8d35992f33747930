// SPDX-License-Identifier: Apache-2.0
// embedding(ids, table) -> y, embedding_grad(dy, ids) -> dtable
#include "engine/backends/reference/kernels/kernels.h"
#include "engine/core/error.h"

namespace laptime::reference::kernels {

namespace {

/// Row of the table for id `i` of input `ids`.
std::size_t row_of(const Operands& o, std::size_t ids, std::size_t i, std::int64_t rows) {
    const auto id = static_cast<std::int64_t>(o.in(ids)[i]);
    if (id < 0 || id >= rows)
        throw RunError("the id " + std::to_string(id) + " at place " + std::to_string(i) +
                       " of the batch is outside 0 to " + std::to_string(rows - 1));
    return static_cast<std::size_t>(id);
}

} // namespace

void embedding(const Operands& o) {
    const auto width = static_cast<std::size_t>(o.shape(1)[1]);
    for (std::size_t i = 0; i < o.in(0).size(); ++i) {
        const std::size_t row = row_of(o, 0, i, o.shape(1)[0]);
        for (std::size_t c = 0; c < width; ++c)
            o.out(0)[i * width + c] = o.in(1)[row * width + c];
    }
}

void embedding_grad(const Operands& o) {
    const auto width = static_cast<std::size_t>(o.shape(0)[-1]);
    for (std::size_t i = 0; i < o.in(1).size(); ++i) {
        const std::size_t row = row_of(o, 1, i, o.attrs.integer("rows"));
        for (std::size_t c = 0; c < width; ++c)
            o.out(0)[row * width + c] += o.in(0)[i * width + c];
    }
}

} // namespace laptime::reference::kernels
