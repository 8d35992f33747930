// SPDX-License-Identifier: Apache-2.0
// Joins chains of operations that a kernel can do in one go, and drops what nobody uses.
#pragma once

#include "engine/graph/graph.h"

namespace laptime {

/// The patterns:
///   conv2d or matmul, bias_add, relu        → conv2d/matmul with bias and activation (relu may be missing)
///   conv2d_grad_kernel(x, dy), bias_grad(dy) → conv2d_grad_kernel with_bias
///   relu_grad(max_pool_grad(dy, i), relu(…)) → max_pool_grad(dy, i, pooled): the mask can be read off the
///   pooled value
Graph fuse(const Graph& graph);

/// Drops nodes whose outputs are neither used nor results, and which update nothing.
Graph eliminate_dead(const Graph& graph);

} // namespace laptime
