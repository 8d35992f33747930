// SPDX-License-Identifier: Apache-2.0
#include "engine/export/onnx.h"

#include <stdexcept>

#include "engine/core/error.h"
#include "engine/export/onnx_builder.h"
#include "engine/export/onnx_ops.h"
#include "engine/graph/op.h"

namespace laptime {

namespace {

/// Nodes that the result depends on.
std::vector<bool> needed_nodes(const Graph& graph, ValueId result) {
    std::vector<bool> needed(graph.nodes().size(), false);
    std::vector<ValueId> open{result};
    while (!open.empty()) {
        const int producer = graph.value(open.back()).producer;
        open.pop_back();
        if (producer < 0 || needed[static_cast<std::size_t>(producer)])
            continue;
        needed[static_cast<std::size_t>(producer)] = true;
        const auto& inputs = graph.nodes()[static_cast<std::size_t>(producer)].inputs;
        open.insert(open.end(), inputs.begin(), inputs.end());
    }
    return needed;
}

OnnxType type_of(DType dtype) {
    return dtype == DType::u8 ? OnnxType::u8 : dtype == DType::i32 ? OnnxType::i64 : OnnxType::f32;
}

} // namespace

void write_onnx_node(OnnxBuilder& builder, const Node& node) {
    const bool is_fused = !node.attrs.text("activation").empty(); // not so in a graph that no pass has seen
    if (is_fused || !(write_element_wise(builder, node) || write_image_operation(builder, node) ||
                      write_matrix_operation(builder, node) || write_movement(builder, node)))
        throw InvalidInput("the model cannot be written as ONNX: its layer '" + node.layer + "' uses " +
                           std::string(node.op->name) + "; a .safetensors file can hold its weights");
}

void write_onnx(const std::string& path, const Model& model, const std::vector<StoredTensor>& weights,
                const std::map<std::string, std::string>& metadata) {
    const ForwardGraph forward = build_forward(model, 2, Outputs::prediction, DType::f32),
                       other = build_forward(model, 3, Outputs::prediction, DType::f32);
    const Graph& graph = forward.graph;
    OnnxWriter writer;
    OnnxBuilder builder(graph, other.graph, weights, writer);
    const ValueId x = graph.find("x"), result = graph.results().front().value;
    writer.input("x", type_of(graph.value(x).type.dtype), builder.shape(x));
    const std::vector<bool> needed = needed_nodes(graph, result);
    for (std::size_t i = 0; i < needed.size(); ++i)
        if (needed[i])
            write_onnx_node(builder, graph.nodes()[i]);
    const std::string& name = graph.results().front().name;
    if (builder.in(result) != name)
        throw std::logic_error("onnx: the result is no node's");
    writer.output(name, OnnxType::f32, builder.shape(result));
    for (const auto& [key, value] : metadata)
        writer.metadata(key, value);
    writer.save(path, model.name.empty() ? "model" : model.name);
}

} // namespace laptime
