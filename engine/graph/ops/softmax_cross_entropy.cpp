// SPDX-License-Identifier: Apache-2.0
// softmax_cross_entropy(logits[N, C], labels int32[N], scale) -> loss, probabilities[N, C]:
// loss = scale * sum_i -log(softmax(logits_i)[labels_i]). Its gradient, and correct_count(logits, labels) ->
// count: how many rows have their first maximum at the label (a row with a NaN is never right).
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

void check_scalar(const InferContext& context, int i, const char* name, int like) {
    rules::is_scalar(context, i, name);
    rules::same_dtype(context, i, like);
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 3);
    check_rows(context, 0, "logits", 1);
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
                                 {dloss, node.outputs[1], node.inputs[1], node.inputs[2]}, {}, node.layer),
            no_value, no_value};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 4);
    check_rows(context, 1, "probabilities", 2);
    check_scalar(context, 0, "dloss", 1);
    check_scalar(context, 3, "scale", 1);
    return {context.inputs[1]};
}

std::vector<TensorType> infer_count(const InferContext& context) {
    rules::input_count(context, 2);
    check_rows(context, 0, "logits", 1);
    return {{context.inputs[0].dtype, Shape{}}};
}

} // namespace

const Op softmax_cross_entropy = {.name = "softmax_cross_entropy",
                                  .precision = PrecisionClass::float32_only,
                                  .infer = infer,
                                  .gradient = gradient};

const Op softmax_cross_entropy_grad = {
    .name = "softmax_cross_entropy_grad", .precision = PrecisionClass::float32_only, .infer = infer_grad};

const Op correct_count = {
    .name = "correct_count", .precision = PrecisionClass::float32_only, .infer = infer_count};

} // namespace laptime::ops
