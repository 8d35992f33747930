// SPDX-License-Identifier: Apache-2.0
// reshape(x) -> y: the same elements in row-major order under another shape; one size may be -1 ("what is
// left").
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const Shape& from = context.inputs[0].shape;
    std::vector<std::int64_t> sizes = context.attrs.integers("shape");
    const Shape wanted(sizes);
    std::int64_t known = 1;
    int open = -1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] == -1 && open < 0)
            open = static_cast<int>(i);
        else if (sizes[i] < 1)
            context.fail("shape " + wanted.text() + " must have positive sizes and at most one -1");
        else
            known *= sizes[i];
    }
    if (open >= 0)
        sizes[static_cast<std::size_t>(open)] = from.count() / known;
    Shape to(std::move(sizes));
    if (to.count() != from.count())
        context.fail("the " + std::to_string(from.count()) + " elements cannot be arranged as " +
                     wanted.text());
    return {{context.inputs[0].dtype, std::move(to)}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    const Shape from = context.graph.value(context.node.inputs[0]).type.shape;
    return {context.graph.apply1("reshape", {dy}, {{"shape", from.dims()}}, context.node.layer)};
}

} // namespace

const Op reshape = {.name = "reshape",
                    .precision = PrecisionClass::follows_input,
                    .infer = infer,
                    .gradient = gradient,
                    .only_moves = true};

} // namespace laptime::ops
