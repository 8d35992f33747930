// SPDX-License-Identifier: Apache-2.0
// increment(counter int64, ok): counter += 1 where ok is not 0.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2);
    rules::has_dtype(context, 0, "counter", DType::i64);
    rules::is_scalar(context, 0, "counter");
    rules::is_full_precision(context, 1, "ok");
    rules::is_scalar(context, 1, "ok");
    return {};
}

} // namespace

const Op increment = {.name = "increment",
                      .precision = PrecisionClass::float32_only,
                      .infer = infer,
                      .mutates = {0},
                      .keeps_type = {1}};

} // namespace laptime::ops
