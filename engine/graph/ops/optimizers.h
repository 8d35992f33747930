// SPDX-License-Identifier: Apache-2.0
// What the shape rules of all optimizer updates share.
#pragma once

#include "engine/graph/ops/rules.h"

namespace laptime::rules {

/// Inputs 0 (the weights) and 1 … slots + 1 (gradient and slots) have one type and shape, float32 or float64;
/// the input behind them and the last one are scalars of the same type: rate and ok.
inline std::vector<TensorType> infer_optimizer(const InferContext& context, int slots, bool has_counter) {
    const int rate = slots + 2, ok = rate + (has_counter ? 2 : 1);
    input_count(context, static_cast<std::size_t>(ok) + 1);
    is_full_precision(context, 0, "p");
    for (int i = 1; i < rate; ++i)
        same_type(context, i, 0);
    is_scalar(context, rate, "rate");
    same_dtype(context, rate, 0);
    is_scalar(context, ok, "ok");
    same_dtype(context, ok, 0);
    if (has_counter) {
        is_scalar(context, rate + 1, "counter");
        has_dtype(context, rate + 1, "counter", DType::i64);
    }
    return {};
}

} // namespace laptime::rules
