// SPDX-License-Identifier: Apache-2.0
// The bias and activation that the fuse pass puts into conv2d and matmul: y = activation(product + bias); and
// the activation alone that it puts into batch_norm and add.
#pragma once

#include "engine/graph/op.h"

namespace laptime::rules {

/// Checks attribute activation: "" or "relu".
void check_activation(const InferContext& context);

/// Checks attribute activation ("" or "relu") and the optional input 2, bias[channels] in the type of input 0
/// or in its accumulation type.
void check_fused(const InferContext& context, std::int64_t channels);

/// The gradient in front of the activation.
ValueId gradient_before_activation(GradientContext& context);

/// The gradient of input 2, or no_value where it has none or is not needed.
ValueId gradient_of_bias(GradientContext& context, ValueId dy);

} // namespace laptime::rules
