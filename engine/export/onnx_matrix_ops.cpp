// SPDX-License-Identifier: Apache-2.0
// Products, look-ups, attention, and normalisation along the last axis.
#include <cmath>

#include "engine/export/onnx_ops.h"
#include "engine/graph/op.h"

namespace laptime {

namespace {

using Wholes = std::vector<std::int64_t>;

void write_product(OnnxBuilder& b, const Node& node) {
    const bool ta = node.attrs.flag("transpose_a"), tb = node.attrs.flag("transpose_b");
    OnnxAttributes attributes;
    if (ta || tb)
        attributes = {{"transA", std::int64_t{ta}}, {"transB", std::int64_t{tb}}};
    b.node(node, ta || tb ? "Gemm" : "MatMul", {b.in(node.inputs[0]), b.in(node.inputs[1])}, attributes,
           b.out(node.outputs[0]));
}

/// What a position may see of the positions behind it: nothing. Added in front of the softmax.
std::string causal_mask(OnnxBuilder& b, std::int64_t positions) {
    constexpr float unseen = -1e30f; // e to that is 0, and unlike an infinity it is a number
    std::vector<float> mask(static_cast<std::size_t>(positions * positions));
    for (std::int64_t from = 0; from < positions; ++from)
        for (std::int64_t to = from + 1; to < positions; ++to)
            mask[static_cast<std::size_t>(from * positions + to)] = unseen;
    return b.numbers({positions, positions}, mask);
}

/// softmax(q · kᵀ / √d + mask) · v for each head. qkv is [N, T, 3 · heads · d].
void write_attention(OnnxBuilder& b, const Node& node) {
    const Wholes shape = b.shape(node.inputs[0]);
    const std::int64_t positions = shape[1], heads = node.attrs.integer("heads"), width = shape[2] / 3,
                       depth = width / heads;
    const auto say = [&](const char* op, const std::vector<std::string>& inputs,
                         const OnnxAttributes& attributes) { return b.node(node, op, inputs, attributes); };
    const std::string parts =
        say("Reshape", {b.in(node.inputs[0]), b.wholes({-1, positions, 3, heads, depth})}, {});
    const auto third = [&](std::int64_t which, const Wholes& order) { // [N, T, heads, d] → order
        const std::string index = b.wholes({which});
        const std::string taken =
            say("Gather", {parts, index}, {{"axis", std::int64_t{2}}}); // [N, T, 1, heads, d]
        const std::string flat = say("Reshape", {taken, b.wholes({-1, positions, heads, depth})}, {});
        return say("Transpose", {flat}, {{"perm", order}});
    };
    const std::string q = third(0, {0, 2, 1, 3}), k = third(1, {0, 2, 3, 1}), v = third(2, {0, 2, 1, 3});
    std::string scores = say("MatMul", {q, k}, {});
    scores = say("Mul", {scores, b.scalar(1 / std::sqrt(static_cast<double>(depth)))}, {});
    if (node.attrs.flag("causal"))
        scores = say("Add", {scores, causal_mask(b, positions)}, {});
    const std::string shares = say("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
    const std::string seen =
        say("Transpose", {say("MatMul", {shares, v}, {})}, {{"perm", Wholes{0, 2, 1, 3}}});
    b.node(node, "Reshape", {seen, b.wholes({-1, positions, width})}, {}, b.out(node.outputs[0]));
}

} // namespace

bool write_matrix_operation(OnnxBuilder& b, const Node& node) {
    const std::string_view op = node.op->name;
    if (op == "matmul")
        write_product(b, node);
    else if (op == "embedding")
        b.node(node, "Gather", {b.in(node.inputs[1]), b.in(node.inputs[0])}, {{"axis", std::int64_t{0}}},
               b.out(node.outputs[0]));
    else if (op == "layer_norm")
        b.node(node, "LayerNormalization", {b.in(node.inputs[0]), b.in(node.inputs[1]), b.in(node.inputs[2])},
               {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(node.attrs.number("epsilon"))}},
               b.out(node.outputs[0]));
    else if (op == "attention")
        write_attention(b, node);
    else
        return false;
    return true;
}

} // namespace laptime
