// SPDX-License-Identifier: Apache-2.0
// slice(x) -> y: the box of x that starts at `begin` and has the sizes `size` (-1: up to the end). Its
// gradient is the box with zeros around it.
#include "engine/graph/ops/box.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const Shape& x = context.inputs[0].shape;
    const std::vector<std::int64_t> begin = rules::checked_numbers(context, "begin", x, 0);
    std::vector<std::int64_t> size = rules::checked_numbers(context, "size", x, -1);
    for (std::size_t d = 0; d < size.size(); ++d) {
        const std::int64_t whole = x[static_cast<int>(d)];
        if (size[d] == -1)
            size[d] = whole - begin[d];
        if (size[d] < 1 || begin[d] + size[d] > whole)
            context.fail("the box of size " + Shape(context.attrs.integers("size")).text() + " at " +
                         Shape(begin).text() + " must lie inside " + x.text() + " and hold an element");
    }
    return {{context.inputs[0].dtype, Shape(std::move(size))}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    const Shape x = context.graph.value(context.node.inputs[0]).type.shape;
    const Shape part = context.graph.value(dy).type.shape;
    const std::vector<std::int64_t> before = context.node.attrs.integers("begin");
    std::vector<std::int64_t> after;
    for (std::size_t d = 0; d < before.size(); ++d)
        after.push_back(x[static_cast<int>(d)] - before[d] - part[static_cast<int>(d)]);
    return {context.graph.apply1("pad", {dy}, {{"before", before}, {"after", after}}, context.node.layer)};
}

} // namespace

const Op slice = {.name = "slice",
                  .precision = PrecisionClass::follows_input,
                  .infer = infer,
                  .gradient = gradient,
                  .only_moves = true};

} // namespace laptime::ops
