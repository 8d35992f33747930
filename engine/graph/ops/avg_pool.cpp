// SPDX-License-Identifier: Apache-2.0
// avg_pool(x) -> y: the mean of each window, of those of its positions that lie in the image (as Keras), and
// avg_pool_grad(dy) -> dx; global_avg_pool(x[N, H, W, C]) -> y[N, C]: the mean of each channel over the
// image, and global_avg_pool_grad(dy) -> dx.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/window.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient_by(GradientContext& context, std::string_view op) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    Attributes attrs = context.node.attrs;
    attrs.set("input_shape", context.graph.value(context.node.inputs[0]).type.shape.dims());
    return {context.graph.apply1(op, {dy}, std::move(attrs), context.node.layer)};
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    const TensorType& x = context.inputs[0];
    return {{x.dtype, rules::checked_pool_geometry(context, x.shape).output_shape()}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    return gradient_by(context, "avg_pool_grad");
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "dy");
    const PoolGeometry g =
        rules::checked_pool_geometry(context, rules::shape_attribute(context, "input_shape"));
    rules::has_shape(context, 0, "dy", g.output_shape());
    return {{context.inputs[0].dtype, g.input_shape()}};
}

std::vector<TensorType> infer_global(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    rules::has_rank(context, 0, "x", 4);
    const TensorType& x = context.inputs[0];
    return {{x.dtype, Shape{x.shape[0], x.shape[3]}}};
}

std::vector<ValueId> gradient_global(GradientContext& context) {
    return gradient_by(context, "global_avg_pool_grad");
}

std::vector<TensorType> infer_global_grad(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "dy");
    const Shape x = rules::shape_attribute(context, "input_shape");
    if (x.rank() != 4)
        context.fail("input_shape must be [batch, height, width, channels], not " + x.text());
    rules::has_shape(context, 0, "dy", Shape{x[0], x[3]});
    return {{context.inputs[0].dtype, x}};
}

} // namespace

const Op avg_pool = {
    .name = "avg_pool", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op avg_pool_grad = {
    .name = "avg_pool_grad", .precision = PrecisionClass::half_safe, .infer = infer_grad};

const Op global_avg_pool = {.name = "global_avg_pool",
                            .precision = PrecisionClass::half_safe,
                            .infer = infer_global,
                            .gradient = gradient_global};

const Op global_avg_pool_grad = {
    .name = "global_avg_pool_grad", .precision = PrecisionClass::half_safe, .infer = infer_global_grad};

} // namespace laptime::ops
