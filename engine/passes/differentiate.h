// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation: appends the backward part to a graph.
#pragma once

#include <vector>

#include "engine/graph/graph.h"

namespace laptime {

/// Appends the nodes that compute d(loss)/d(v) for every v of `wrt` and returns those gradients in the same
/// order; no_value where the loss does not depend on v. `seed`: the gradient of the loss itself (a scalar;
/// the loss scale, say); a constant 1 where none is given. Throws std::logic_error when the loss depends on a
/// `wrt` value through an operation that has no gradient rule.
std::vector<ValueId> differentiate(Graph& graph, ValueId loss, const std::vector<ValueId>& wrt,
                                   ValueId seed = no_value);

} // namespace laptime
