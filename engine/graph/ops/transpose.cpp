// SPDX-License-Identifier: Apache-2.0
// transpose(x) -> y: axis i of y is axis perm[i] of x.
#include <algorithm>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const Shape& x = context.inputs[0].shape;
    const std::vector<std::int64_t> perm = context.attrs.integers("perm");
    std::vector<std::int64_t> sizes;
    for (std::int64_t axis = 0; axis < x.rank(); ++axis)
        if (perm.size() != static_cast<std::size_t>(x.rank()) || std::ranges::count(perm, axis) != 1)
            context.fail("perm " + Shape(perm).text() + " must name each of the " + std::to_string(x.rank()) +
                         " axes once, from 0");
    for (const std::int64_t axis : perm)
        sizes.push_back(x[static_cast<int>(axis)]);
    return {{context.inputs[0].dtype, Shape(std::move(sizes))}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    const std::vector<std::int64_t> perm = context.node.attrs.integers("perm");
    std::vector<std::int64_t> back(perm.size());
    for (std::size_t i = 0; i < perm.size(); ++i)
        back[static_cast<std::size_t>(perm[i])] = static_cast<std::int64_t>(i);
    return {context.graph.apply1("transpose", {dy}, {{"perm", back}}, context.node.layer)};
}

} // namespace

const Op transpose = {.name = "transpose",
                      .precision = PrecisionClass::follows_input,
                      .infer = infer,
                      .gradient = gradient,
                      .only_moves = true};

} // namespace laptime::ops
