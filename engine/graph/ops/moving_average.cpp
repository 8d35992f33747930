// SPDX-License-Identifier: Apache-2.0
// moving_average(running, value[, ok]): running = running * momentum + value * (1 - momentum), element by
// element; an element whose value is not finite leaves running alone, so that a step skipped by the loss
// scale does no lasting harm. Where the scalar ok is 0, nothing changes at all.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2, 3);
    rules::is_full_precision(context, 0, "running");
    rules::same_type(context, 1, 0);
    if (context.inputs.size() > 2) {
        rules::is_scalar(context, 2, "ok");
        rules::same_dtype(context, 2, 0);
    }
    rules::number_between(context, "momentum", context.attrs.number("momentum", 0.99), 0, 1);
    return {};
}

} // namespace

const Op moving_average = {
    .name = "moving_average", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0}};

} // namespace laptime::ops
