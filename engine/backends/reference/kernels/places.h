// SPDX-License-Identifier: Apache-2.0
// Going through a tensor place by place, for operations that only move elements.
#pragma once

#include <vector>

#include "engine/backends/reference/kernel.h"

namespace laptime::reference::kernels {

using Place = std::vector<std::int64_t>; ///< one index an axis

/// The row-major index of a place.
inline std::size_t index_of(const Shape& shape, const Place& place) {
    std::int64_t index = 0;
    for (int d = 0; d < shape.rank(); ++d)
        index = index * shape[d] + place[static_cast<std::size_t>(d)];
    return static_cast<std::size_t>(index);
}

/// Calls visit(place) for every place of the shape, in row-major order.
template <typename Visit>
void for_each_place(const Shape& shape, Visit visit) {
    Place place(static_cast<std::size_t>(shape.rank()), 0);
    for (std::int64_t i = 0; i < shape.count(); ++i) {
        visit(place);
        for (int d = shape.rank() - 1; d >= 0; --d) {
            auto& index = place[static_cast<std::size_t>(d)];
            if (++index < shape[d])
                break;
            index = 0;
        }
    }
}

/// to[to_place] = from[from_place], whatever the type.
inline void copy_element(const Tensor& from, const Place& from_place, Tensor& to, const Place& to_place) {
    const std::size_t source = index_of(from.type.shape, from_place),
                      target = index_of(to.type.shape, to_place);
    if (from.type.dtype == DType::i64)
        to.integers[target] = from.integers[source];
    else
        to.values[target] = from.values[source];
}

} // namespace laptime::reference::kernels
