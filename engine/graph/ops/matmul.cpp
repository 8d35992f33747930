// SPDX-License-Identifier: Apache-2.0
// matmul(a, b[, bias]) -> y: the product of two matrices, each transposed first where transpose_a /
// transpose_b. y is in the accumulation type where accumulate_output, as weight gradients are.
#include "engine/graph/ops/fused.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

struct Sizes {
    std::int64_t rows, inner, inner_of_b, columns;
};

Sizes sizes_of(const InferContext& context) {
    const Shape &a = context.inputs[0].shape, &b = context.inputs[1].shape;
    const bool ta = context.attrs.flag("transpose_a"), tb = context.attrs.flag("transpose_b");
    return {a[ta ? 1 : 0], a[ta ? 0 : 1], b[tb ? 1 : 0], b[tb ? 0 : 1]};
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2, 3);
    rules::is_floating(context, 0, "a");
    rules::same_dtype(context, 1, 0);
    rules::has_rank(context, 0, "a", 2);
    rules::has_rank(context, 1, "b", 2);
    const Sizes s = sizes_of(context);
    if (s.inner != s.inner_of_b)
        context.fail("the inner sizes " + std::to_string(s.inner) + " and " + std::to_string(s.inner_of_b) +
                     " must be equal");
    rules::check_fused(context, s.columns);
    const DType dtype = context.inputs[0].dtype;
    return {{context.attrs.flag("accumulate_output") ? accumulation_type(dtype) : dtype,
             Shape{s.rows, s.columns}}};
}

double flops(const InferContext& context) {
    const Sizes s = sizes_of(context);
    return 2.0 * static_cast<double>(s.rows) * static_cast<double>(s.inner) * static_cast<double>(s.columns);
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    std::vector<ValueId> result(node.inputs.size(), no_value);
    const ValueId dy = rules::gradient_before_activation(context);
    if (dy == no_value)
        return result;
    const bool ta = node.attrs.flag("transpose_a"), tb = node.attrs.flag("transpose_b");
    const auto product = [&](ValueId left, ValueId right, bool tl, bool tr, bool accumulate) {
        return context.graph.apply1(
            "matmul", {left, right},
            {{"transpose_a", tl}, {"transpose_b", tr}, {"accumulate_output", accumulate}}, node.layer);
    };
    const ValueId a = node.inputs[0], b = node.inputs[1];
    // b is the weight in every layer, so its gradient is the one that is kept in full precision.
    if (context.needed[0])
        result[0] = ta ? product(b, dy, tb, true, false) : product(dy, b, false, !tb, false);
    if (context.needed[1])
        result[1] = tb ? product(dy, a, true, ta, true) : product(a, dy, !ta, false, true);
    if (result.size() > 2)
        result[2] = rules::gradient_of_bias(context, dy);
    return result;
}

} // namespace

const Op matmul = {.name = "matmul",
                   .precision = PrecisionClass::half_safe,
                   .infer = infer,
                   .gradient = gradient,
                   .flops = flops};

} // namespace laptime::ops
