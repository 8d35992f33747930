// SPDX-License-Identifier: Apache-2.0
// Layer normalisation (Ba, Kiros and Hinton, 2016) of every row along the last axis: y = gamma * (x - mean) *
// inverse_deviation + beta with inverse_deviation = 1 / sqrt(variance + epsilon), from the row's mean and
// biased variance. gamma, beta and the statistics stay in the accumulation type; the statistics have x's
// shape without its last axis.
#include <stdexcept>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

void check(const InferContext& context, const TensorType& x) {
    if (x.shape.rank() < 2)
        context.fail("x must have a batch dimension and one to normalise");
    rules::number_between(context, "epsilon", context.attrs.number("epsilon", 1e-3), 0, 1);
}

/// A statistic of each row of x.
TensorType statistic_of(const TensorType& x) {
    const std::vector<std::int64_t>& dims = x.shape.dims();
    return {accumulation_type(x.dtype), Shape(std::vector<std::int64_t>(dims.begin(), dims.end() - 1))};
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    rules::is_floating(context, 0, "x");
    const TensorType& x = context.inputs[0];
    check(context, x);
    rules::is_channel_vector(context, 1, "gamma", x.shape, accumulation_type(x.dtype));
    rules::is_channel_vector(context, 2, "beta", x.shape, accumulation_type(x.dtype));
    return {x, statistic_of(x), statistic_of(x)};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    if (context.output_gradients[1] != no_value || context.output_gradients[2] != no_value)
        throw std::logic_error("layer_norm: no gradient flows through its statistics");
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value, no_value};
    return context.graph.apply("layer_norm_grad",
                               {dy, node.inputs[0], node.inputs[1], node.outputs[1], node.outputs[2]},
                               node.attrs, node.layer);
}

/// (dy, x, gamma, mean, inverse_deviation) -> dx, dgamma, dbeta
std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 5);
    rules::is_floating(context, 0, "dy");
    rules::same_type(context, 1, 0);
    const TensorType& x = context.inputs[1];
    check(context, x);
    const TensorType statistic = statistic_of(x);
    rules::is_channel_vector(context, 2, "gamma", x.shape, statistic.dtype);
    rules::has_dtype(context, 3, "mean", statistic.dtype);
    rules::has_shape(context, 3, "mean", statistic.shape);
    rules::same_type(context, 4, 3);
    return {x, context.inputs[2], context.inputs[2]};
}

} // namespace

const Op layer_norm = {.name = "layer_norm",
                       .precision = PrecisionClass::half_safe,
                       .infer = infer,
                       .gradient = gradient,
                       .keeps_type = {1, 2}};

const Op layer_norm_grad = {.name = "layer_norm_grad",
                            .precision = PrecisionClass::half_safe,
                            .infer = infer_grad,
                            .keeps_type = {2, 3, 4}};

} // namespace laptime::ops
