// SPDX-License-Identifier: Apache-2.0
// For a device without arithmetic in a half type: stores in the half type, computes in float32.
#pragma once

#include "engine/graph/graph.h"

namespace laptime {

/// Wraps every operation that takes or makes a value of type `half` in casts, so that every stored value is
/// rounded to `half` and every kernel sees float32. Casts and reshapes, which do not compute, stay as they
/// are.
Graph emulate(const Graph& graph, DType half);

} // namespace laptime
