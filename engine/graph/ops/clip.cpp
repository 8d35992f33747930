// SPDX-License-Identifier: Apache-2.0
// Clipping of gradients. global_norm(g...) -> norm: the square root of the sum of all squares;
// clip_factor(norm) -> factor = min(1, max_norm / norm), 1 where norm is 0 and NaN where it is NaN, which
// gradients are to be multiplied with; clamp(x) -> y: x moved into [least, most] (NaN stays NaN). No gradient
// flows through any of them.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer_norm(const InferContext& context) {
    if (context.inputs.empty())
        context.fail("it takes at least one input");
    for (int i = 0; i < static_cast<int>(context.inputs.size()); ++i) {
        rules::is_full_precision(context, i, "g");
        rules::same_dtype(context, i, 0);
    }
    return {{context.inputs[0].dtype, Shape{}}};
}

std::vector<TensorType> infer_factor(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_full_precision(context, 0, "norm");
    rules::is_scalar(context, 0, "norm");
    if (!(context.attrs.number("max_norm") > 0))
        context.fail("max_norm must be more than 0");
    return {context.inputs[0]};
}

std::vector<TensorType> infer_clamp(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    if (!(context.attrs.number("least") <= context.attrs.number("most")))
        context.fail("least must not be more than most");
    return {context.inputs[0]};
}

} // namespace

const Op global_norm = {
    .name = "global_norm", .precision = PrecisionClass::float32_only, .infer = infer_norm};

const Op clip_factor = {
    .name = "clip_factor", .precision = PrecisionClass::float32_only, .infer = infer_factor};

const Op clamp = {.name = "clamp", .precision = PrecisionClass::follows_input, .infer = infer_clamp};

} // namespace laptime::ops
