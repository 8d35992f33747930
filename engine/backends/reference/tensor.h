// SPDX-License-Identifier: Apache-2.0
// A tensor of the reference device: every element a double, in row-major order, already rounded to the
// tensor's type. 64-bit integers, which a double cannot hold, are kept apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/graph/shape.h"

namespace laptime::reference {

struct Tensor {
    TensorType type;
    std::vector<double> values;         ///< empty for int64
    std::vector<std::int64_t> integers; ///< int64 only

    Tensor() = default;
    /// All zero.
    explicit Tensor(TensorType tensor_type);
    bool is_allocated() const { return !values.empty() || !integers.empty(); }

    /// Bytes of its elements, as they are held here.
    static std::int64_t bytes(const TensorType& type) { return type.shape.count() * 8; }

    /// From plain row-major host data of the tensor's own type.
    void load(const void* data);
    /// The reverse.
    void store(void* data) const;
    /// From doubles, rounded to the tensor's type.
    void assign(std::span<const double> from);
    std::vector<double> to_doubles() const;

    /// Rounds every element to the tensor's type.
    void round();
    bool all_finite() const;
};

} // namespace laptime::reference
