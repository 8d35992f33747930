// SPDX-License-Identifier: Apache-2.0
// Group normalisation (Wu and He, 2018) of x[N, H, W, C]: the channels form `groups` groups of neighbours,
// and each group of each item is normalised with its own mean and biased variance, then scaled by gamma[C]
// and moved by beta[C]. The statistics, mean[N, groups] and inverse_deviation[N, groups] = 1 / sqrt(variance
// + epsilon), stay in the accumulation type, as gamma and beta do.
#include <stdexcept>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

/// Checks x and the attributes; the type of a statistic.
TensorType checked_statistic(const InferContext& context, int x_input) {
    rules::has_rank(context, x_input, "x", 4);
    const TensorType& x = context.inputs[static_cast<std::size_t>(x_input)];
    rules::number_between(context, "epsilon", context.attrs.number("epsilon", 1e-3), 0, 1);
    const std::int64_t groups = context.attrs.integer("groups", 1);
    if (groups < 1 || x.shape[-1] % groups != 0)
        context.fail(std::to_string(groups) + " groups must divide the " + std::to_string(x.shape[-1]) +
                     " channels");
    return {accumulation_type(x.dtype), Shape{x.shape[0], groups}};
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    rules::is_floating(context, 0, "x");
    const TensorType statistic = checked_statistic(context, 0);
    const TensorType& x = context.inputs[0];
    rules::is_channel_vector(context, 1, "gamma", x.shape, statistic.dtype);
    rules::is_channel_vector(context, 2, "beta", x.shape, statistic.dtype);
    return {x, statistic, statistic};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    if (context.output_gradients[1] != no_value || context.output_gradients[2] != no_value)
        throw std::logic_error("group_norm: no gradient flows through its statistics");
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value, no_value};
    return context.graph.apply("group_norm_grad",
                               {dy, node.inputs[0], node.inputs[1], node.outputs[1], node.outputs[2]},
                               node.attrs, node.layer);
}

/// (dy, x, gamma, mean, inverse_deviation) -> dx, dgamma, dbeta
std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 5);
    rules::is_floating(context, 0, "dy");
    rules::same_type(context, 1, 0);
    const TensorType statistic = checked_statistic(context, 1);
    const TensorType& x = context.inputs[1];
    rules::is_channel_vector(context, 2, "gamma", x.shape, statistic.dtype);
    rules::has_dtype(context, 3, "mean", statistic.dtype);
    rules::has_shape(context, 3, "mean", statistic.shape);
    rules::same_type(context, 4, 3);
    return {x, context.inputs[2], context.inputs[2]};
}

} // namespace

const Op group_norm = {.name = "group_norm",
                       .precision = PrecisionClass::half_safe,
                       .infer = infer,
                       .gradient = gradient,
                       .keeps_type = {1, 2}};

const Op group_norm_grad = {.name = "group_norm_grad",
                            .precision = PrecisionClass::half_safe,
                            .infer = infer_grad,
                            .keeps_type = {2, 3, 4}};

} // namespace laptime::ops
