// SPDX-License-Identifier: Apache-2.0
// Boxes inside tensors, as concat, slice and pad move them.
#pragma once

#include "engine/graph/op.h"

namespace laptime {

/// Attribute `axis` (0), of a tensor of that rank; a negative one counts from the end.
inline int axis_of(const Attributes& attrs, int rank) {
    const std::int64_t axis = attrs.integer("axis");
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

namespace rules {

/// The axis, or ShapeError where x has no such axis.
int checked_axis(const InferContext& context, const Shape& x);

/// Attribute `name` as one number per axis of x, none below `least`.
std::vector<std::int64_t> checked_numbers(const InferContext& context, const char* name, const Shape& x,
                                          std::int64_t least);

} // namespace rules

} // namespace laptime
