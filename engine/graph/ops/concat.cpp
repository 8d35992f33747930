// SPDX-License-Identifier: Apache-2.0
// concat(a, b, …) -> y: the inputs one behind the other along `axis` (negative: counted from the end); all
// other sizes agree. Its gradient is made of slices.
#include "engine/graph/ops/box.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    if (context.inputs.empty())
        context.fail("it takes at least one input");
    const Shape& first = context.inputs[0].shape;
    const int axis = rules::checked_axis(context, first);
    std::vector<std::int64_t> sizes = first.dims();
    auto& along = sizes[static_cast<std::size_t>(axis)];
    for (std::size_t i = 1; i < context.inputs.size(); ++i) {
        rules::same_dtype(context, static_cast<int>(i), 0);
        const Shape& shape = context.inputs[i].shape;
        bool fits = shape.rank() == first.rank();
        for (int d = 0; fits && d < first.rank(); ++d)
            fits = d == axis || shape[d] == first[d];
        if (!fits)
            context.fail("inputs 0 and " + std::to_string(i) + " must have the same sizes but for axis " +
                         std::to_string(axis));
        along += shape[axis];
    }
    return {{context.inputs[0].dtype, Shape(std::move(sizes))}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    std::vector<ValueId> result(node.inputs.size(), no_value);
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return result;
    const Shape whole = context.graph.value(dy).type.shape;
    std::vector<std::int64_t> begin(static_cast<std::size_t>(whole.rank()), 0);
    const auto axis = static_cast<std::size_t>(axis_of(node.attrs, whole.rank()));
    for (std::size_t i = 0; i < result.size(); ++i) {
        const Shape part = context.graph.value(node.inputs[i]).type.shape;
        if (context.needed[i])
            result[i] =
                context.graph.apply1("slice", {dy}, {{"begin", begin}, {"size", part.dims()}}, node.layer);
        begin[axis] += part[static_cast<int>(axis)];
    }
    return result;
}

} // namespace

const Op concat = {.name = "concat",
                   .precision = PrecisionClass::half_safe,
                   .infer = infer,
                   .gradient = gradient,
                   .only_moves = true};

} // namespace laptime::ops
