// SPDX-License-Identifier: Apache-2.0
// max_pool(x) -> y, index: the maximum of each window, and where in the window (row-major, padding counted)
// the first maximum was. max_pool_grad(dy, index[, y]) -> dx sends each gradient back there; with y, the
// pool's output after a relu, it is 0 where y <= 0 (the fuse pass puts relu_grad in that way).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/window.h"

namespace laptime::ops {

namespace {

/// The index of a position is one byte.
PoolGeometry checked_geometry(const InferContext& context, const Shape& x) {
    const PoolGeometry g = rules::checked_pool_geometry(context, x);
    if (g.h.window * g.w.window > 256)
        context.fail("a window of max_pool has at most 256 positions, not " + std::to_string(g.h.window) +
                     " x " + std::to_string(g.w.window));
    return g;
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    const Shape y = checked_geometry(context, context.inputs[0].shape).output_shape();
    return {{context.inputs[0].dtype, y}, {DType::u8, y}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    Attributes attrs = node.attrs;
    attrs.set("input_shape", context.graph.value(node.inputs[0]).type.shape.dims());
    return {context.graph.apply1("max_pool_grad", {dy, node.outputs[1]}, std::move(attrs), node.layer)};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 2, 3);
    rules::is_floating(context, 0, "dy");
    const PoolGeometry g = checked_geometry(context, rules::shape_attribute(context, "input_shape"));
    rules::has_shape(context, 0, "dy", g.output_shape());
    rules::has_dtype(context, 1, "index", DType::u8);
    rules::has_shape(context, 1, "index", g.output_shape());
    if (context.inputs.size() > 2)
        rules::same_type(context, 2, 0);
    return {{context.inputs[0].dtype, g.input_shape()}};
}

} // namespace

const Op max_pool = {
    .name = "max_pool", .precision = PrecisionClass::half_safe, .infer = infer, .gradient = gradient};

const Op max_pool_grad = {
    .name = "max_pool_grad", .precision = PrecisionClass::half_safe, .infer = infer_grad};

} // namespace laptime::ops
