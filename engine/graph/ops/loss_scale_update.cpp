// SPDX-License-Identifier: Apache-2.0
// loss_scale_update(scale, good int64, ok), dynamic loss scaling (Micikevicius et al., "Mixed precision
// training", 2018): where ok is 0, scale = max(scale / 2, minimum) and good = 0; else good += 1, and when
// good reaches `interval`, scale = min(scale * 2, maximum) and good = 0.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    rules::is_full_precision(context, 0, "scale");
    rules::is_scalar(context, 0, "scale");
    rules::has_dtype(context, 1, "good", DType::i64);
    rules::is_scalar(context, 1, "good");
    rules::same_type(context, 2, 0);
    if (context.attrs.integer("interval", 2000) < 1)
        context.fail("interval must be at least 1");
    return {};
}

} // namespace

const Op loss_scale_update = {.name = "loss_scale_update",
                              .precision = PrecisionClass::float32_only,
                              .infer = infer,
                              .mutates = {0, 1}};

} // namespace laptime::ops
