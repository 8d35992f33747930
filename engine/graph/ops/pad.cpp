// SPDX-License-Identifier: Apache-2.0
// pad(x) -> y: x with `before` zeros in front and `after` zeros behind along each axis. Its gradient is a
// slice.
#include "engine/graph/ops/box.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const Shape& x = context.inputs[0].shape;
    std::vector<std::int64_t> sizes = rules::checked_numbers(context, "before", x, 0);
    const std::vector<std::int64_t> after = rules::checked_numbers(context, "after", x, 0);
    for (std::size_t d = 0; d < sizes.size(); ++d)
        sizes[d] += x[static_cast<int>(d)] + after[d];
    return {{context.inputs[0].dtype, Shape(std::move(sizes))}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    const Shape x = context.graph.value(context.node.inputs[0]).type.shape;
    return {context.graph.apply1("slice", {dy},
                                 {{"begin", context.node.attrs.integers("before")}, {"size", x.dims()}},
                                 context.node.layer)};
}

} // namespace

const Op pad = {.name = "pad",
                .precision = PrecisionClass::follows_input,
                .infer = infer,
                .gradient = gradient,
                .only_moves = true};

} // namespace laptime::ops
