// SPDX-License-Identifier: Apache-2.0
// Convolutions, pools and what else wants an image as planes.
#include "engine/export/onnx_ops.h"
#include "engine/graph/ops/window.h"

namespace laptime {

namespace {

using Wholes = std::vector<std::int64_t>;

/// Padding said in numbers, for "same" of ONNX's own leaves open where the odd one goes.
Wholes pads_of(const WindowAxis& h, const WindowAxis& w) {
    return {h.before, w.before, h.after, w.after};
}

void write_convolution(OnnxBuilder& b, const Node& node) {
    const auto shape_of = [&](std::size_t i) { return b.graph().value(node.inputs[i]).type.shape; };
    const ConvGeometry g = conv_geometry(node.attrs, shape_of(0), shape_of(1));
    b.node(node, "Conv", {b.in(node.inputs[0], Form::planes), b.in(node.inputs[1], Form::planes)},
           {{"kernel_shape", Wholes{g.h.window, g.w.window}},
            {"strides", Wholes{g.h.stride, g.w.stride}},
            {"dilations", Wholes{g.h.dilation, g.w.dilation}},
            {"pads", pads_of(g.h, g.w)},
            {"group", g.groups}},
           b.out(node.outputs[0], Form::planes));
}

void write_pool(OnnxBuilder& b, const Node& node, bool maximum) {
    const PoolGeometry g = pool_geometry(node.attrs, b.graph().value(node.inputs[0]).type.shape);
    OnnxAttributes attributes{{"kernel_shape", Wholes{g.h.window, g.w.window}},
                              {"strides", Wholes{g.h.stride, g.w.stride}},
                              {"pads", pads_of(g.h, g.w)}};
    if (!maximum)
        attributes.emplace_back("count_include_pad", std::int64_t{0});
    b.node(node, maximum ? "MaxPool" : "AveragePool", {b.in(node.inputs[0], Form::planes)}, attributes,
           b.out(node.outputs[0], Form::planes));
}

void write_global_average(OnnxBuilder& b, const Node& node) {
    const Form form = b.form_of(node.inputs[0]);
    b.node(node, "ReduceMean", {b.in(node.inputs[0], form)},
           {{"axes", form == Form::planes ? Wholes{2, 3} : Wholes{1, 2}}, {"keepdims", std::int64_t{0}}},
           b.out(node.outputs[0]));
}

/// InstanceNormalization over (batch, group, all that is in the group); gamma and beta are for each channel.
void write_group_norm(OnnxBuilder& b, const Node& node) {
    const ValueId x = node.inputs[0];
    const Wholes rows = b.shape(x);
    const std::int64_t groups = node.attrs.integer("groups");
    const std::vector<float> ones(static_cast<std::size_t>(groups), 1.0f), zeros(ones.size(), 0.0f);
    const std::string grouped =
        b.node(node, "Reshape", {b.in(x, Form::planes), b.wholes({0, groups, -1})}); // 0: as it is
    const std::string even = b.node(node, "InstanceNormalization",
                                    {grouped, b.numbers({groups}, ones), b.numbers({groups}, zeros)},
                                    {{"epsilon", static_cast<float>(node.attrs.number("epsilon"))}});
    const std::string image = b.node(node, "Reshape", {even, b.wholes({-1, rows[3], rows[1], rows[2]})});
    const std::string scaled =
        b.node(node, "Mul", {image, b.channels(node.inputs[1], node.outputs[0], Form::planes)});
    b.node(node, "Add", {scaled, b.channels(node.inputs[2], node.outputs[0], Form::planes)}, {},
           b.out(node.outputs[0], Form::planes));
}

void write_upsample(OnnxBuilder& b, const Node& node) {
    const Wholes size = node.attrs.integers("size");
    const bool bilinear = node.attrs.text("interpolation", "nearest") == "bilinear";
    const std::string scales =
        b.numbers({4}, {1.0f, 1.0f, static_cast<float>(size[0]), static_cast<float>(size[1])});
    b.node(node, "Resize", {b.in(node.inputs[0], Form::planes), "", scales},
           {{"mode", std::string(bilinear ? "linear" : "nearest")},
            {"coordinate_transformation_mode", std::string("half_pixel")},
            {"nearest_mode", std::string("round_prefer_floor")}},
           b.out(node.outputs[0], Form::planes));
}

} // namespace

bool write_image_operation(OnnxBuilder& b, const Node& node) {
    const std::string_view op = node.op->name;
    if (op == "conv2d")
        write_convolution(b, node);
    else if (op == "max_pool" || op == "avg_pool")
        write_pool(b, node, op == "max_pool");
    else if (op == "global_avg_pool")
        write_global_average(b, node);
    else if (op == "group_norm")
        write_group_norm(b, node);
    else if (op == "upsample")
        write_upsample(b, node);
    else
        return false;
    return true;
}

} // namespace laptime
