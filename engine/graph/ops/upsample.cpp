// SPDX-License-Identifier: Apache-2.0
// upsample(x[N, H, W, C]) -> y[N, H·size[0], W·size[1], C]: an image enlarged by whole numbers, each pixel
// repeated (interpolation "nearest", the default) or "bilinear" between pixel centres; and upsample_grad(dy)
// -> dx.
#include "engine/graph/ops/upsample.h"

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

/// Checks the image, input 0, and the attributes.
void check(const InferContext& context, const char* name) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, name);
    rules::has_rank(context, 0, name, 4);
    const std::vector<std::int64_t> size = context.attrs.integers("size");
    if (size.size() != 2 || size[0] < 1 || size[1] < 1)
        context.fail("size " + Shape(size).text() + " must be two positive numbers");
    const std::string interpolation = context.attrs.text("interpolation", "nearest");
    if (interpolation != "nearest" && interpolation != "bilinear")
        context.fail("interpolation '" + interpolation + "' must be \"nearest\" or \"bilinear\"");
}

std::vector<TensorType> infer(const InferContext& context) {
    check(context, "x");
    const Shape& x = context.inputs[0].shape;
    const std::vector<std::int64_t> size = context.attrs.integers("size");
    return {{context.inputs[0].dtype, Shape{x[0], x[1] * size[0], x[2] * size[1], x[3]}}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    return {context.graph.apply1("upsample_grad", {dy}, context.node.attrs, context.node.layer)};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    check(context, "dy");
    const Shape& dy = context.inputs[0].shape;
    const std::vector<std::int64_t> size = context.attrs.integers("size");
    if (dy[1] % size[0] != 0 || dy[2] % size[1] != 0)
        context.fail("the image of input 0 (dy) must be a multiple of size " + Shape(size).text());
    return {{context.inputs[0].dtype, Shape{dy[0], dy[1] / size[0], dy[2] / size[1], dy[3]}}};
}

} // namespace

const Op upsample = {
    .name = "upsample", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op upsample_grad = {
    .name = "upsample_grad", .precision = PrecisionClass::half_safe, .infer = infer_grad};

} // namespace laptime::ops
