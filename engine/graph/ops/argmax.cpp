// SPDX-License-Identifier: Apache-2.0
// argmax(x[N, C]) -> y int32[N]: where each row has its first maximum; a NaN counts as the largest.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    rules::is_floating(context, 0, "x");
    rules::has_rank(context, 0, "x", 2);
    return {{DType::i32, Shape{context.inputs[0].shape[0]}}};
}

} // namespace

const Op argmax = {.name = "argmax", .precision = PrecisionClass::follows_input, .infer = infer};

} // namespace laptime::ops
