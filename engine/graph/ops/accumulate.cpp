// SPDX-License-Identifier: Apache-2.0
// accumulate(sum, x): sum += x, and clear(x): x = 0; together they add up the gradients of micro-batches.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_full_precision(context, 0, "sum");
    rules::same_type(context, 1, 0);
    return {};
}

std::vector<TensorType> infer_clear(const InferContext& context) {
    rules::input_count(context, 1);
    return {};
}

} // namespace

const Op accumulate = {
    .name = "accumulate", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0}};

const Op clear = {
    .name = "clear", .precision = PrecisionClass::follows_input, .infer = infer_clear, .mutates = {0}};

} // namespace laptime::ops
