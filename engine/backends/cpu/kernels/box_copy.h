// SPDX-License-Identifier: Apache-2.0
// Copies a box of elements from one tensor into another, whatever their type: what concat, slice and pad do.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/graph/shape.h"

namespace laptime::cpu {

class BoxCopy {
public:
    using Place = std::vector<std::int64_t>;
    /// The box of shape `size` at `from_begin` of a tensor of shape `from` goes to `to_begin` of one of shape
    /// `to`.
    BoxCopy(const Shape& from, const Place& from_begin, const Shape& to, const Place& to_begin,
            const Shape& size, std::size_t element_bytes);
    void run(const void* from, void* to) const;

private:
    struct Axis {
        std::int64_t size, from_step, to_step; ///< steps in bytes
    };
    void copy_rows(const std::byte* from, std::byte* to, std::int64_t begin, std::int64_t end) const;

    std::vector<Axis> axes_; ///< outside the row, the innermost last
    std::int64_t from_start_ = 0, to_start_ = 0, row_bytes_ = 0, rows_ = 1;
};

} // namespace laptime::cpu
