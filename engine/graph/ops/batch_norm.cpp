// SPDX-License-Identifier: Apache-2.0
// Batch normalisation (Ioffe and Szegedy, 2015) over all but the last axis: y = gamma * (x - mean) /
// sqrt(variance + epsilon) + beta, with the biased variance of the batch. gamma, beta and the statistics stay
// in the accumulation type. batch_norm trains; batch_norm_inference takes moving statistics, in evaluation
// programs only, so it needs no gradient. The fuse pass puts a relu behind them into attribute activation;
// its gradient works out again where y was above 0, for which it takes beta, instead of reading y.
#include <stdexcept>

#include "engine/graph/ops/fused.h"
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

/// Checks input i against x[..., C] as one vector of statistics after another.
void check_statistics(const InferContext& context, const Shape& x, DType dtype, int first,
                      std::initializer_list<const char*> names) {
    if (x.rank() < 2)
        context.fail("x must have a batch and a channel dimension");
    rules::check_activation(context);
    rules::number_between(context, "epsilon", context.attrs.number("epsilon", 1e-3), 0, 1);
    for (const char* name : names)
        rules::is_channel_vector(context, first++, name, x, accumulation_type(dtype));
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    rules::is_floating(context, 0, "x");
    const TensorType& x = context.inputs[0];
    check_statistics(context, x.shape, x.dtype, 1, {"gamma", "beta"});
    const TensorType statistic = {accumulation_type(x.dtype), Shape{x.shape[-1]}};
    return {x, statistic, statistic};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    if (context.output_gradients[1] != no_value || context.output_gradients[2] != no_value)
        throw std::logic_error("batch_norm: no gradient flows through its statistics");
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value)
        return {no_value, no_value, no_value};
    std::vector<ValueId> inputs = {dy, node.inputs[0], node.inputs[1], node.outputs[1], node.outputs[2]};
    if (!node.attrs.text("activation").empty())
        inputs.push_back(node.inputs[2]);
    return context.graph.apply("batch_norm_grad", std::move(inputs), node.attrs, node.layer);
}

/// (dy, x, gamma, mean, variance[, beta]) -> dx, dgamma, dbeta; beta where there is an activation.
std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, context.attrs.text("activation").empty() ? 5 : 6);
    rules::is_floating(context, 0, "dy");
    rules::same_type(context, 1, 0);
    const TensorType& x = context.inputs[1];
    check_statistics(context, x.shape, x.dtype, 2, {"gamma", "mean", "variance"});
    if (context.inputs.size() > 5)
        rules::is_channel_vector(context, 5, "beta", x.shape, accumulation_type(x.dtype));
    const TensorType statistic = context.inputs[2];
    return {x, statistic, statistic};
}

std::vector<TensorType> infer_inference(const InferContext& context) {
    rules::input_count(context, 5);
    rules::is_floating(context, 0, "x");
    const TensorType& x = context.inputs[0];
    check_statistics(context, x.shape, x.dtype, 1, {"gamma", "beta", "mean", "variance"});
    return {x};
}

} // namespace

const Op batch_norm = {.name = "batch_norm",
                       .precision = PrecisionClass::half_safe,
                       .infer = infer,
                       .gradient = gradient,
                       .keeps_type = {1, 2}};

const Op batch_norm_grad = {.name = "batch_norm_grad",
                            .precision = PrecisionClass::half_safe,
                            .infer = infer_grad,
                            .keeps_type = {2, 3, 4, 5}};

const Op batch_norm_inference = {.name = "batch_norm_inference",
                                 .precision = PrecisionClass::half_safe,
                                 .infer = infer_inference,
                                 .keeps_type = {1, 2, 3, 4}};

} // namespace laptime::ops
