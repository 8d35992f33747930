// SPDX-License-Identifier: Apache-2.0
// conv2d and its gradients in float64, for which oneDNN has no kernels.
#pragma once

#include "engine/backends/cpu/kernel.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

/// Arguments as those of the operations: (x, k[, bias]) → y; (dy, k) → dx; (x, dy) → dk[, db].
Kernel conv2d_float64(const ConvGeometry& g, bool with_bias, bool relu, int threads);
Kernel conv2d_grad_input_float64(const ConvGeometry& g, int threads);
Kernel conv2d_grad_kernel_float64(const ConvGeometry& g, bool with_bias, int threads);

} // namespace laptime::cpu
