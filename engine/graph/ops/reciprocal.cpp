// SPDX-License-Identifier: Apache-2.0
// reciprocal(x) -> y: 1 / x of a scalar; un-scales gradients by the loss scale. No gradient flows through.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_full_precision(context, 0, "x");
    rules::is_scalar(context, 0, "x");
    return {context.inputs[0]};
}

} // namespace

const Op reciprocal = {.name = "reciprocal", .precision = PrecisionClass::float32_only, .infer = infer};

} // namespace laptime::ops
