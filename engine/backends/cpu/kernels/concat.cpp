// SPDX-License-Identifier: Apache-2.0
// concat(a, b, …) -> y: one copy an input.
#include "engine/backends/cpu/kernels/box_copy.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/graph/ops/box.h"

namespace laptime::cpu {

Kernel make_concat(const KernelContext& context) {
    const TensorType& y = context.outputs[0];
    const auto rank = static_cast<std::size_t>(y.shape.rank());
    const auto axis = static_cast<std::size_t>(axis_of(context.attrs(), y.shape.rank()));
    const BoxCopy::Place origin(rank, 0);
    BoxCopy::Place start = origin;
    std::vector<BoxCopy> copies;
    for (const TensorType& input : context.inputs) {
        copies.emplace_back(input.shape, origin, y.shape, start, input.shape, size_of(y.dtype));
        start[axis] += input.shape[static_cast<int>(axis)];
    }
    return {[copies = std::move(copies)](Arguments args) {
        for (std::size_t i = 0; i < copies.size(); ++i)
            copies[i].run(args[i], args[copies.size()]);
    }};
}

} // namespace laptime::cpu
