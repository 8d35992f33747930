// SPDX-License-Identifier: Apache-2.0
// attention(qkv[N, T, 3·C]) -> y[N, T, C], logsumexp[N, heads, T]: scaled dot-product attention (Vaswani et
// al., "Attention Is All You Need", 2017). Queries, keys and values are the three thirds of the last axis,
// each split into `heads` heads of width C / heads:
//   y_i = Σ_j softmax_j(q_i · k_j / √width) v_j, over all j, or over j ≤ i where `causal`.
// Scores and softmax are in the accumulation type, as is logsumexp_i = log Σ_j exp(q_i · k_j / √width), from
// which attention_grad(dy, qkv, y, logsumexp) -> dqkv computes the probabilities again: T·T of them are never
// kept.
#include <stdexcept>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

/// Checks qkv, input i, and returns [N, T, C].
Shape check_packed(const InferContext& context, int i) {
    rules::is_floating(context, i, "qkv");
    rules::has_rank(context, i, "qkv", 3);
    const Shape& qkv = context.inputs[static_cast<std::size_t>(i)].shape;
    const std::int64_t heads = context.attrs.integer("heads", 1);
    if (heads < 1 || qkv[2] % (3 * heads) != 0)
        context.fail("the last axis, " + std::to_string(qkv[2]) + ", must hold queries, keys and values of " +
                     std::to_string(heads) + " equal heads");
    return {qkv[0], qkv[1], qkv[2] / 3};
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    const Shape y = check_packed(context, 0);
    const DType dtype = context.inputs[0].dtype;
    return {{dtype, y}, {accumulation_type(dtype), Shape{y[0], context.attrs.integer("heads", 1), y[1]}}};
}

/// Of one product with all queries and keys that see each other.
double product_flops(const InferContext& context, const Shape& y) {
    const auto length = static_cast<double>(y[1]);
    const double seen = context.attrs.flag("causal") ? length * (length + 1) / 2 : length * length;
    return 2.0 * static_cast<double>(y[0] * y[2]) * seen;
}

double flops(const InferContext& context) {
    const Shape& qkv = context.inputs[0].shape;
    return 2 * product_flops(context, {qkv[0], qkv[1], qkv[2] / 3});
}

double grad_flops(const InferContext& context) {
    return 5 * product_flops(context, context.inputs[0].shape);
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    if (context.output_gradients[1] != no_value)
        throw std::logic_error("attention: no gradient flows through its logsumexp");
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[0])
        return {no_value};
    return {context.graph.apply1("attention_grad", {dy, node.inputs[0], node.outputs[0], node.outputs[1]},
                                 node.attrs, node.layer)};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 4);
    const Shape y = check_packed(context, 1);
    rules::same_dtype(context, 1, 0);
    rules::has_shape(context, 0, "dy", y);
    rules::same_type(context, 2, 0);
    rules::has_dtype(context, 3, "logsumexp", accumulation_type(context.inputs[1].dtype));
    rules::has_shape(context, 3, "logsumexp", Shape{y[0], context.attrs.integer("heads", 1), y[1]});
    return {context.inputs[1]};
}

} // namespace

const Op attention = {.name = "attention",
                      .precision = PrecisionClass::half_safe,
                      .infer = infer,
                      .gradient = gradient,
                      .flops = flops};

const Op attention_grad = {.name = "attention_grad",
                           .precision = PrecisionClass::half_safe,
                           .infer = infer_grad,
                           .flops = grad_flops,
                           .keeps_type = {3}};

} // namespace laptime::ops
