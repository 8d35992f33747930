// SPDX-License-Identifier: Apache-2.0
// How windows (convolution kernels, pooling windows) slide over an image: output sizes and padding, computed
// in one place for the shape rules and all backends. Padding "same" is Keras's: output = ceil(input /
// stride), and where the padding is odd the extra row or column is at the bottom or right.
#pragma once

#include "engine/graph/op.h"

namespace laptime {

/// One axis of a sliding window. Output position o, window position w look at input o·stride + w·dilation −
/// before, which is padding where it is outside 0…input−1.
struct WindowAxis {
    std::int64_t input = 0, window = 1, stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0; ///< padding
    std::int64_t output = 0;            ///< 0 or less: the window does not fit in
};

WindowAxis window_axis(std::int64_t input, std::int64_t window, std::int64_t stride, std::int64_t dilation,
                       bool same);

/// A convolution of x [batch, h.input, w.input, channels] with a kernel [filters, h.window, w.window,
/// channels/groups] to y [batch, h.output, w.output, filters]. Filter f sees the channels of group
/// f / (filters/groups).
struct ConvGeometry {
    std::int64_t batch = 0, channels = 0, filters = 0, groups = 1;
    WindowAxis h, w;
    Shape input_shape() const { return {batch, h.input, w.input, channels}; }
    Shape kernel_shape() const { return {filters, h.window, w.window, channels / groups}; }
    Shape output_shape() const { return {batch, h.output, w.output, filters}; }
    /// Of any of its three forms; one multiply-add counts two, padding included.
    double flops() const;
};

/// Geometry from attributes stride (default [1, 1]), dilation ([1, 1]), padding ("valid"), groups (1) and the
/// shapes of input and kernel. Does not check: the shape rule has done so.
ConvGeometry conv_geometry(const Attributes& attrs, const Shape& x, const Shape& kernel);

/// A pooling window over x [batch, h.input, w.input, channels].
struct PoolGeometry {
    std::int64_t batch = 0, channels = 0;
    WindowAxis h, w;
    Shape input_shape() const { return {batch, h.input, w.input, channels}; }
    Shape output_shape() const { return {batch, h.output, w.output, channels}; }
};

/// Geometry from attributes window, stride (default: the window), padding ("valid") and the shape of the
/// input.
PoolGeometry pool_geometry(const Attributes& attrs, const Shape& x);

namespace rules {

/// The geometry, or ShapeError where attributes or shapes do not fit together.
ConvGeometry checked_conv_geometry(const InferContext& context, const Shape& x, const Shape& kernel);
PoolGeometry checked_pool_geometry(const InferContext& context, const Shape& x);

} // namespace rules

} // namespace laptime
