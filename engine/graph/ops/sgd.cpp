// SPDX-License-Identifier: Apache-2.0
// sgd(p, g, rate, ok): where ok is not 0, p -= rate * (g + weight_decay * p).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/optimizers.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    return rules::infer_optimizer(context, 0, false);
}

} // namespace

const Op sgd = {.name = "sgd", .precision = PrecisionClass::float32_only, .infer = infer, .mutates = {0}};

} // namespace laptime::ops
