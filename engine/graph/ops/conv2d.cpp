// SPDX-License-Identifier: Apache-2.0
// conv2d(x[N, H, W, C], k[O, KH, KW, C/groups][, bias[O]]) -> y[N, OH, OW, O]: cross-correlation, as every
// framework's convolution. Its two gradient operations are here too; the kernel's gradient is a long sum and
// stays in the accumulation type.
#include "engine/graph/ops/fused.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/window.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2, 3);
    rules::is_floating(context, 0, "x");
    rules::same_dtype(context, 1, 0);
    const ConvGeometry g =
        rules::checked_conv_geometry(context, context.inputs[0].shape, context.inputs[1].shape);
    rules::check_fused(context, g.filters);
    return {{context.inputs[0].dtype, g.output_shape()}};
}

double flops(const InferContext& context) {
    return conv_geometry(context.attrs, context.inputs[0].shape, context.inputs[1].shape).flops();
}

Attributes geometry_attributes(const Attributes& from) {
    Attributes attrs;
    for (const char* name : {"stride", "dilation", "padding", "groups"})
        if (const auto it = from.map().find(name); it != from.map().end())
            attrs.set(name, it->second);
    return attrs;
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    std::vector<ValueId> result(node.inputs.size(), no_value);
    const ValueId dy = rules::gradient_before_activation(context);
    if (dy == no_value)
        return result;
    Graph& graph = context.graph;
    const ValueId x = node.inputs[0], k = node.inputs[1];
    if (context.needed[0]) {
        Attributes attrs = geometry_attributes(node.attrs);
        attrs.set("input_shape", graph.value(x).type.shape.dims());
        result[0] = graph.apply1("conv2d_grad_input", {dy, k}, std::move(attrs), node.layer);
    }
    if (context.needed[1]) {
        Attributes attrs = geometry_attributes(node.attrs);
        attrs.set("kernel_shape", graph.value(k).type.shape.dims());
        result[1] = graph.apply1("conv2d_grad_kernel", {x, dy}, std::move(attrs), node.layer);
    }
    if (result.size() > 2)
        result[2] = rules::gradient_of_bias(context, dy);
    return result;
}

/// (dy, k) -> dx
std::vector<TensorType> infer_grad_input(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_floating(context, 0, "dy");
    rules::same_dtype(context, 1, 0);
    const ConvGeometry g = rules::checked_conv_geometry(
        context, rules::shape_attribute(context, "input_shape"), context.inputs[1].shape);
    rules::has_shape(context, 0, "dy", g.output_shape());
    return {{context.inputs[0].dtype, g.input_shape()}};
}

double flops_grad_input(const InferContext& context) {
    return conv_geometry(context.attrs, Shape(context.attrs.integers("input_shape")), context.inputs[1].shape)
        .flops();
}

/// (x, dy) -> dk[, db]
std::vector<TensorType> infer_grad_kernel(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_floating(context, 0, "x");
    rules::same_dtype(context, 1, 0);
    const ConvGeometry g = rules::checked_conv_geometry(context, context.inputs[0].shape,
                                                        rules::shape_attribute(context, "kernel_shape"));
    rules::has_shape(context, 1, "dy", g.output_shape());
    const DType acc = accumulation_type(context.inputs[0].dtype);
    std::vector<TensorType> outputs = {{acc, g.kernel_shape()}};
    if (context.attrs.flag("with_bias"))
        outputs.push_back({acc, Shape{g.filters}});
    return outputs;
}

double flops_grad_kernel(const InferContext& context) {
    return conv_geometry(context.attrs, context.inputs[0].shape,
                         Shape(context.attrs.integers("kernel_shape")))
        .flops();
}

} // namespace

const Op conv2d = {.name = "conv2d",
                   .precision = PrecisionClass::half_safe,
                   .infer = infer,
                   .gradient = gradient,
                   .flops = flops};

const Op conv2d_grad_input = {.name = "conv2d_grad_input",
                              .precision = PrecisionClass::half_safe,
                              .infer = infer_grad_input,
                              .flops = flops_grad_input};

const Op conv2d_grad_kernel = {.name = "conv2d_grad_kernel",
                               .precision = PrecisionClass::half_safe,
                               .infer = infer_grad_kernel,
                               .flops = flops_grad_kernel};

} // namespace laptime::ops
