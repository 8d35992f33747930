// SPDX-License-Identifier: Apache-2.0
// The shape rule of add and mul, and the sums that a scalar operand's gradient needs.
#pragma once

#include "engine/graph/op.h"

namespace laptime::rules {

/// b has a's type and shape, or is a scalar of any floating type; the result has a's type and shape.
std::vector<TensorType> infer_broadcast(const InferContext& context);

/// The scalar sum of all elements of x, in the type of `like`.
ValueId sum_of(Graph& graph, ValueId x, ValueId like, const std::string& layer);

/// The scalar sum of x * y over all elements, in the type of `like`.
ValueId dot_of(Graph& graph, ValueId x, ValueId y, ValueId like, const std::string& layer);

} // namespace laptime::rules
