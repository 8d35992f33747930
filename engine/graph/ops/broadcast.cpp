// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/broadcast.h"

#include "engine/graph/ops/rules.h"

namespace laptime::rules {

namespace {

ValueId reshaped(Graph& graph, ValueId x, std::vector<std::int64_t> shape, const std::string& layer) {
    return graph.apply1("reshape", {x}, {{"shape", std::move(shape)}}, layer);
}

ValueId as_scalar(Graph& graph, ValueId sum, ValueId like, const std::string& layer) {
    const ValueId scalar = reshaped(graph, sum, {}, layer);
    const DType wanted = graph.value(like).type.dtype;
    if (graph.value(scalar).type.dtype == wanted)
        return scalar;
    return graph.apply1("cast", {scalar}, {{"dtype", std::string(name_of(wanted))}}, layer);
}

} // namespace

std::vector<TensorType> infer_broadcast(const InferContext& context) {
    input_count(context, 2);
    is_floating(context, 0, "a");
    is_floating(context, 1, "b");
    if (context.inputs[1].shape.rank() != 0)
        same_type(context, 1, 0);
    return {context.inputs[0]};
}

ValueId sum_of(Graph& graph, ValueId x, ValueId like, const std::string& layer) {
    return as_scalar(graph, graph.apply1("bias_grad", {reshaped(graph, x, {-1, 1}, layer)}, {}, layer), like,
                     layer);
}

ValueId dot_of(Graph& graph, ValueId x, ValueId y, ValueId like, const std::string& layer) {
    const ValueId product =
        graph.apply1("matmul", {reshaped(graph, x, {1, -1}, layer), reshaped(graph, y, {-1, 1}, layer)},
                     {{"accumulate_output", true}}, layer);
    return as_scalar(graph, product, like, layer);
}

} // namespace laptime::rules
