// SPDX-License-Identifier: Apache-2.0
// Operations that look at every number by itself, and normalisation with known statistics. They take images
// in the form that these are there in.
#include <cmath>
#include <numbers>

#include "engine/export/onnx_ops.h"
#include "engine/graph/op.h"

namespace laptime {

namespace {

std::string made(OnnxBuilder& builder, const Node& node, Form form) {
    return builder.out(node.outputs[0], form);
}

/// x/2 · (1 + erf(x/√2)), or its tanh form.
void write_gelu(OnnxBuilder& b, const Node& node, const std::string& x, Form form) {
    const auto say = [&](const char* op, const std::vector<std::string>& inputs) {
        return b.node(node, op, inputs);
    };
    std::string share;
    if (node.attrs.flag("approximate")) {
        const std::string cube = say("Mul", {say("Mul", {x, x}), x});
        const std::string inner = say("Add", {x, say("Mul", {cube, b.scalar(0.044715)})});
        share = say("Tanh", {say("Mul", {inner, b.scalar(std::sqrt(2 / std::numbers::pi))})});
    } else {
        share = say("Erf", {say("Mul", {x, b.scalar(std::numbers::sqrt2 / 2)})});
    }
    const std::string half = say("Mul", {x, b.scalar(0.5)});
    b.node(node, "Mul", {half, say("Add", {share, b.scalar(1)})}, {}, made(b, node, form));
}

void write_rescale(OnnxBuilder& b, const Node& node, std::string x, Form form) {
    if (!is_floating(b.graph().value(node.inputs[0]).type.dtype))
        x = b.node(node, "Cast", {x}, {{"to", static_cast<std::int64_t>(OnnxType::f32)}});
    const double scale = node.attrs.number("scale", 1), offset = node.attrs.number("offset");
    if (offset != 0)
        x = b.node(node, "Mul", {x, b.scalar(scale)});
    b.node(node, offset != 0 ? "Add" : "Mul", {x, b.scalar(offset != 0 ? offset : scale)}, {},
           made(b, node, form));
}

/// b is as a, or a scalar.
void write_pair(OnnxBuilder& b, const Node& node, const char* op) {
    const ValueId left = node.inputs[0], right = node.inputs[1];
    const bool with_scalar = b.rank(right) == 0;
    const Form form = b.form_of(left) == Form::planes || (!with_scalar && b.form_of(right) == Form::planes)
                          ? Form::planes
                          : Form::rows;
    b.node(node, op, {b.in(left, form), b.in(right, with_scalar ? Form::rows : form)}, {},
           made(b, node, form));
}

/// (x − mean) · gamma / √(variance + epsilon) + beta, along the last axis of any tensor.
void write_batch_norm(OnnxBuilder& b, const Node& node, Form form) {
    const ValueId x = node.inputs[0];
    const double epsilon = node.attrs.number("epsilon");
    const bool channels_are_second = form == Form::planes || b.rank(x) == 2;
    if (channels_are_second) {
        std::vector<std::string> inputs{b.in(x, form)};
        for (std::size_t i = 1; i < node.inputs.size(); ++i)
            inputs.push_back(b.in(node.inputs[i]));
        b.node(node, "BatchNormalization", inputs, {{"epsilon", static_cast<float>(epsilon)}},
               made(b, node, form));
        return;
    }
    const std::vector<float> gamma = b.data(node.inputs[1]).value(), beta = b.data(node.inputs[2]).value(),
                             mean = b.data(node.inputs[3]).value(), variance = b.data(node.inputs[4]).value();
    std::vector<float> factor, shift;
    for (std::size_t c = 0; c < gamma.size(); ++c) {
        const double scale =
            static_cast<double>(gamma[c]) / std::sqrt(static_cast<double>(variance[c]) + epsilon);
        factor.push_back(static_cast<float>(scale));
        shift.push_back(
            static_cast<float>(static_cast<double>(beta[c]) - static_cast<double>(mean[c]) * scale));
    }
    const std::vector<std::int64_t> shape{static_cast<std::int64_t>(gamma.size())};
    const std::string scaled = b.node(node, "Mul", {b.in(x), b.numbers(shape, factor)});
    b.node(node, "Add", {scaled, b.numbers(shape, shift)}, {}, made(b, node, form));
}

} // namespace

bool write_element_wise(OnnxBuilder& b, const Node& node) {
    const std::string_view op = node.op->name;
    if (node.inputs.empty())
        return op == "constant"; // written where it is used
    const ValueId first = node.inputs[0];
    const Form form = b.form_of(first);
    const auto x = [&] { return b.in(first, form); };
    const auto out = [&] { return made(b, node, form); };
    if (op == "relu")
        b.node(node, "Relu", {x()}, {}, out());
    else if (op == "tanh")
        b.node(node, "Tanh", {x()}, {}, out());
    else if (op == "sigmoid")
        b.node(node, "Sigmoid", {x()}, {}, out());
    else if (op == "leaky_relu")
        b.node(node, "LeakyRelu", {x()}, {{"alpha", static_cast<float>(node.attrs.number("slope", 0.3))}},
               out());
    else if (op == "silu")
        b.node(node, "Mul", {x(), b.node(node, "Sigmoid", {x()})}, {}, out());
    else if (op == "gelu")
        write_gelu(b, node, x(), form);
    else if (op == "softmax") // over the channels
        b.node(node, "Softmax", {x()}, {{"axis", std::int64_t{form == Form::planes ? 1 : -1}}}, out());
    else if (op == "rescale")
        write_rescale(b, node, x(), form);
    else if (op == "cast")
        b.node(node, "Cast", {x()}, {{"to", static_cast<std::int64_t>(OnnxType::f32)}}, out());
    else if (op == "add")
        write_pair(b, node, "Add");
    else if (op == "mul")
        write_pair(b, node, "Mul");
    else if (op == "bias_add")
        b.node(node, "Add", {x(), b.channels(node.inputs[1], node.outputs[0], form)}, {}, out());
    else if (op == "batch_norm_inference")
        write_batch_norm(b, node, form);
    else
        return false;
    return true;
}

} // namespace laptime
