// SPDX-License-Identifier: Apache-2.0
// regression_loss(y[N, W], targets[N, W], scale) -> loss = scale * sum_i mean_w f(y - target), with attribute
// kind: "mse" f(e) = e^2; "mae" |e|; "huber", as Keras: e^2 / 2 where |e| <= delta, else delta |e| - delta^2
// / 2. Its gradient in y (0 where "mae" has its kink), and regression_sums(y, targets) -> sum_abs, sum_square
// (both of y - target), sum_target, sum_target_square: what mae, mse and r2 are made of.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/targets.h"

namespace laptime::ops {

namespace {

void check_kind(const InferContext& context) {
    const std::string kind = context.attrs.text("kind", "mse");
    if (kind != "mse" && kind != "mae" && kind != "huber")
        context.fail("kind '" + kind + "' must be \"mse\", \"mae\" or \"huber\"");
    if (!(context.attrs.number("delta", 1) > 0))
        context.fail("delta must be more than 0");
}

std::vector<TensorType> infer(const InferContext& context) {
    check_kind(context);
    return rules::infer_target_loss(context);
}

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::target_loss_gradient(context, "regression_loss_grad");
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    check_kind(context);
    return rules::infer_target_loss_grad(context);
}

std::vector<TensorType> infer_sums(const InferContext& context) {
    rules::input_count(context, 2);
    rules::check_targets(context, 0, "y", 1);
    return std::vector<TensorType>(4, {context.inputs[0].dtype, Shape{}});
}

} // namespace

const Op regression_loss = {.name = "regression_loss",
                            .precision = PrecisionClass::float32_only,
                            .infer = infer,
                            .gradient = gradient,
                            .keeps_type = {1}};

const Op regression_loss_grad = {.name = "regression_loss_grad",
                                 .precision = PrecisionClass::float32_only,
                                 .infer = infer_grad,
                                 .keeps_type = {2}};

const Op regression_sums = {.name = "regression_sums",
                            .precision = PrecisionClass::float32_only,
                            .infer = infer_sums,
                            .keeps_type = {1}};

} // namespace laptime::ops
