// SPDX-License-Identifier: Apache-2.0
// Values of any type to and from float64, for the host's side: results, reading and writing of variables.
#pragma once

#include <cstddef>

#include "engine/graph/dtype.h"

namespace laptime::cpu {

/// Exact.
void read_values(const void* from, DType type, std::size_t count, double* to);
/// Rounds to nearest even where `type` is shorter.
void write_values(const double* from, DType type, std::size_t count, void* to);
/// Index of the first NaN or infinity, or `count`. Integers are always finite.
std::size_t first_non_finite(const void* from, DType type, std::size_t count);

} // namespace laptime::cpu
