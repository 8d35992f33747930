// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/targets.h"

#include "engine/graph/ops/rules.h"

namespace laptime::rules {

namespace {

void check_scalar(const InferContext& context, int i, const char* name, int like) {
    is_scalar(context, i, name);
    same_dtype(context, i, like);
}

} // namespace

void check_targets(const InferContext& context, int i, const char* name, int j) {
    is_full_precision(context, i, name);
    has_rank(context, i, name, 2);
    has_dtype(context, j, "targets", DType::f32);
    has_shape(context, j, "targets", context.inputs[static_cast<std::size_t>(i)].shape);
}

std::vector<TensorType> infer_target_loss(const InferContext& context) {
    input_count(context, 3);
    check_targets(context, 0, "values", 1);
    check_scalar(context, 2, "scale", 0);
    return {{context.inputs[0].dtype, Shape{}}};
}

std::vector<TensorType> infer_target_loss_grad(const InferContext& context) {
    input_count(context, 4);
    check_targets(context, 1, "values", 2);
    check_scalar(context, 0, "dloss", 1);
    check_scalar(context, 3, "scale", 1);
    return {context.inputs[1]};
}

std::vector<ValueId> target_loss_gradient(GradientContext& context, std::string_view op) {
    const Node& node = context.node;
    const ValueId dloss = context.output_gradients[0];
    if (dloss == no_value || !context.needed[0])
        return {no_value, no_value, no_value};
    return {context.graph.apply1(op, {dloss, node.inputs[0], node.inputs[1], node.inputs[2]}, node.attrs,
                                 node.layer),
            no_value, no_value};
}

} // namespace laptime::rules
