// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits[N, C], labels, scale) -> loss, probabilities[N, C]: loss = scale * sum_i
// loss_i with loss_i = w_i * sum_c y_ic * -log(softmax(logits_i)_c). Labels are int32[N], or float32[N, C]: y
// itself, as one-hot or soft labels. label_smoothing s makes y * (1 - s) + s / C of them, as Keras;
// class_weights gives w_i by the label (int32 only). Its gradient, in the logits; correct_count(logits,
// labels) -> count: how many rows have their first maximum at the label (a row with a NaN is never right);
// and top_k_count(logits, labels) -> count: for how many rows fewer than k classes rank before the label
// (larger, or equal and earlier).
#include <cmath>
#include <stdexcept>

#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

void check_rows(const InferContext& context, int rows, const char* name, int labels) {
    rules::is_full_precision(context, rows, name);
    rules::has_rank(context, rows, name, 2);
    rules::has_dtype(context, labels, "labels", DType::i32);
    rules::has_shape(context, labels, "labels",
                     Shape{context.inputs[static_cast<std::size_t>(rows)].shape[0]});
}

/// check_rows() where labels may be soft, and the attributes of the loss.
void check_loss(const InferContext& context, int rows, const char* name, int labels) {
    const double smoothing = context.attrs.number("label_smoothing");
    rules::number_between(context, "label_smoothing", smoothing, 0, 1, true);
    const std::vector<double> weights = context.attrs.numbers("class_weights");
    if (context.inputs[static_cast<std::size_t>(labels)].dtype != DType::f32) {
        check_rows(context, rows, name, labels);
    } else {
        rules::is_full_precision(context, rows, name);
        rules::has_rank(context, rows, name, 2);
        rules::has_shape(context, labels, "labels", context.inputs[static_cast<std::size_t>(rows)].shape);
        if (!weights.empty())
            context.fail("class_weights go by the label: they need int32 labels");
    }
    const std::int64_t classes = context.inputs[static_cast<std::size_t>(rows)].shape[1];
    if (!weights.empty() && static_cast<std::int64_t>(weights.size()) != classes)
        context.fail("class_weights has " + std::to_string(weights.size()) + " numbers for " +
                     std::to_string(classes) + " classes");
    for (const double weight : weights)
        if (!(weight >= 0) || !std::isfinite(weight))
            context.fail("class_weights must be finite and not negative");
}

void check_scalar(const InferContext& context, int i, const char* name, int like) {
    rules::is_scalar(context, i, name);
    rules::same_dtype(context, i, like);
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    check_loss(context, 0, "logits", 1);
    check_scalar(context, 2, "scale", 0);
    return {{context.inputs[0].dtype, Shape{}}, context.inputs[0]};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const Node& node = context.node;
    if (context.output_gradients[1] != no_value)
        throw std::logic_error("softmax_cross_entropy: no gradient flows through its probabilities");
    const ValueId dloss = context.output_gradients[0];
    if (dloss == no_value || !context.needed[0])
        return {no_value, no_value, no_value};
    return {context.graph.apply1("softmax_cross_entropy_grad",
                                 {dloss, node.outputs[1], node.inputs[1], node.inputs[2]}, node.attrs,
                                 node.layer),
            no_value, no_value};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 4);
    check_loss(context, 1, "probabilities", 2);
    check_scalar(context, 0, "dloss", 1);
    check_scalar(context, 3, "scale", 1);
    return {context.inputs[1]};
}

std::vector<TensorType> infer_count(const InferContext& context) {
    rules::input_count(context, 2);
    check_rows(context, 0, "logits", 1);
    return {{context.inputs[0].dtype, Shape{}}};
}

std::vector<TensorType> infer_top_k(const InferContext& context) {
    if (context.attrs.integer("k", 5) < 1)
        context.fail("k must be at least 1");
    return infer_count(context);
}

} // namespace

const Op softmax_cross_entropy = {.name = "softmax_cross_entropy",
                                  .precision = PrecisionClass::float32_only,
                                  .infer = infer,
                                  .gradient = gradient,
                                  .keeps_type = {1}};

const Op softmax_cross_entropy_grad = {.name = "softmax_cross_entropy_grad",
                                       .precision = PrecisionClass::float32_only,
                                       .infer = infer_grad,
                                       .keeps_type = {2}};

const Op correct_count = {
    .name = "correct_count", .precision = PrecisionClass::float32_only, .infer = infer_count};

const Op top_k_count = {
    .name = "top_k_count", .precision = PrecisionClass::float32_only, .infer = infer_top_k};

} // namespace laptime::ops
