// SPDX-License-Identifier: Apache-2.0
// What the operations y = f(x), element by element, and their gradients dx = dy * f'(x) share.
#pragma once

#include "engine/graph/op.h"

namespace laptime::rules {

/// (x) -> y of x's type and shape.
std::vector<TensorType> infer_unary(const InferContext& context);

/// (dy, saved) -> dx: all of one type and shape. `saved` is x or y, whichever the derivative is written in.
std::vector<TensorType> infer_unary_grad(const InferContext& context);

/// The gradient rule: applies `op` to dy and `saved`, a value of the forward node, with the node's
/// attributes.
std::vector<ValueId> unary_gradient(GradientContext& context, std::string_view op, ValueId saved);

} // namespace laptime::rules
