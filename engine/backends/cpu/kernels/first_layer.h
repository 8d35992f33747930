// SPDX-License-Identifier: Apache-2.0
// Fusions for the first layer of an image network, which has few input channels and large images, so that
// moving its result through memory costs more than computing it: convolution, bias, relu and 2x2 max pooling
// in one go, and backwards from the pooled gradient to the kernel's gradient in one go. The full-size result
// is never stored.
#pragma once

#include "engine/backends/cpu/kernel.h"
#include "engine/graph/ops/window.h"

namespace laptime::cpu {

struct FirstLayer {
    ConvGeometry conv;
    PoolGeometry pool;
    DType type = DType::f32; ///< of images
};

/// Can the fused kernels do this? 3x3, stride 1, up to four input channels, filters a multiple of 16,
/// followed by 2x2 pooling with stride 2 over an even image; float32 or bfloat16.
bool is_first_layer(const FirstLayer& layer);

/// (x, k[, bias]) → pooled, index
Kernel conv_pool(const FirstLayer& layer, bool with_bias, bool relu, DType bias_type);
/// (x, dpooled, index[, pooled]) → dk[, db]; with `pooled`, there is a relu in front of the pool.
Kernel conv_pool_grad_kernel(const FirstLayer& layer, bool with_relu, bool with_bias);

} // namespace laptime::cpu
