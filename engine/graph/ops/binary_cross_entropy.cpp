// SPDX-License-Identifier: Apache-2.0
// binary_cross_entropy(logits[N, W], targets[N, W], scale) -> loss = scale * sum_i mean_w of -t log(p) - (1 -
// t) log(1 - p) with p = sigmoid(logit), written as max(z, 0) - z t + log(1 + exp(-|z|)), which no logit
// overflows. Its gradient in the logits, and binary_correct_count(logits, targets) -> count: the share of
// each row's logits that are on the right side of 0 (above it where the target is more than 1/2), summed over
// the rows; NaN is never right.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/targets.h"

namespace laptime::ops {

namespace {

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::target_loss_gradient(context, "binary_cross_entropy_grad");
}

std::vector<TensorType> infer_count(const InferContext& context) {
    rules::input_count(context, 2);
    rules::check_targets(context, 0, "logits", 1);
    return {{context.inputs[0].dtype, Shape{}}};
}

} // namespace

const Op binary_cross_entropy = {.name = "binary_cross_entropy",
                                 .precision = PrecisionClass::float32_only,
                                 .infer = rules::infer_target_loss,
                                 .gradient = gradient,
                                 .keeps_type = {1}};

const Op binary_cross_entropy_grad = {.name = "binary_cross_entropy_grad",
                                      .precision = PrecisionClass::float32_only,
                                      .infer = rules::infer_target_loss_grad,
                                      .keeps_type = {2}};

const Op binary_correct_count = {.name = "binary_correct_count",
                                 .precision = PrecisionClass::float32_only,
                                 .infer = infer_count,
                                 .keeps_type = {1}};

} // namespace laptime::ops
