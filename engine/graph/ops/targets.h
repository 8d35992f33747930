// SPDX-License-Identifier: Apache-2.0
// What losses and metrics over values[N, W] and their targets share. Targets arrive as float32 whatever the
// precision, as the host feeds them; kernels convert them.
#pragma once

#include "engine/graph/op.h"

namespace laptime::rules {

/// Input i is values[N, W] of float32 or float64, input j its targets, float32[N, W].
void check_targets(const InferContext& context, int i, const char* name, int j);

/// The shape rule of a loss (values, targets, scale) -> loss.
std::vector<TensorType> infer_target_loss(const InferContext& context);

/// The shape rule of its gradient (dloss, values, targets, scale) -> dvalues.
std::vector<TensorType> infer_target_loss_grad(const InferContext& context);

/// The gradient rule of such a loss: applies `op` with the node's attributes.
std::vector<ValueId> target_loss_gradient(GradientContext& context, std::string_view op);

} // namespace laptime::rules
