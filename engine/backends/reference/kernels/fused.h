// SPDX-License-Identifier: Apache-2.0
// The bias and activation that may be fused into conv2d and matmul.
#pragma once

#include "engine/backends/reference/kernel.h"

namespace laptime::reference::kernels {

/// Finishes output 0: adds the bias (input 2, over the last axis) and applies the activation, where there are
/// any.
void add_bias_and_activate(const Operands&);

} // namespace laptime::reference::kernels
