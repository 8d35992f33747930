// SPDX-License-Identifier: Apache-2.0
// Operations that only move numbers.
#include <algorithm>

#include "engine/export/onnx_ops.h"
#include "engine/graph/ops/box.h"

namespace laptime {

namespace {

using Wholes = std::vector<std::int64_t>;

/// One number an axis, in the order of the form's axes.
Wholes in_form(const Wholes& rows, Form form) {
    Wholes result = rows;
    if (form == Form::planes)
        for (std::size_t axis = 0; axis < rows.size(); ++axis)
            result[axis_in_planes(axis)] = rows[axis];
    return result;
}

void write_reshape(OnnxBuilder& b, const Node& node) {
    const ValueId x = node.inputs[0];
    // Of one pixel, planes are in the order of rows.
    const bool one_pixel = b.form_of(x) == Form::planes && b.shape(x)[1] == 1 && b.shape(x)[2] == 1;
    b.node(node, "Reshape",
           {b.in(x, one_pixel ? Form::planes : Form::rows), b.wholes(b.shape(node.outputs[0]))}, {},
           b.out(node.outputs[0]));
}

void write_concat(OnnxBuilder& b, const Node& node) {
    const bool any_planes = std::any_of(node.inputs.begin(), node.inputs.end(),
                                        [&](ValueId x) { return b.form_of(x) == Form::planes; });
    const Form form = any_planes ? Form::planes : Form::rows;
    const auto axis = static_cast<std::size_t>(axis_of(node.attrs, b.rank(node.inputs[0])));
    std::vector<std::string> inputs;
    for (const ValueId x : node.inputs)
        inputs.push_back(b.in(x, form));
    b.node(node, "Concat", inputs,
           {{"axis", static_cast<std::int64_t>(any_planes ? axis_in_planes(axis) : axis)}},
           b.out(node.outputs[0], form));
}

void write_slice(OnnxBuilder& b, const Node& node) {
    const ValueId x = node.inputs[0];
    const Form form = b.form_of(x);
    const Wholes whole = b.shape(x), part = b.shape(node.outputs[0]), begin = node.attrs.integers("begin");
    Wholes starts, ends, axes;
    for (std::size_t axis = 0; axis < whole.size(); ++axis) {
        if (part[axis] == whole[axis])
            continue; // all of it, as of the batch
        starts.push_back(begin[axis]);
        ends.push_back(begin[axis] + part[axis]);
        axes.push_back(static_cast<std::int64_t>(form == Form::planes ? axis_in_planes(axis) : axis));
    }
    b.node(node, "Slice", {b.in(x, form), b.wholes(starts), b.wholes(ends), b.wholes(axes)}, {},
           b.out(node.outputs[0], form));
}

void write_pad(OnnxBuilder& b, const Node& node) {
    const ValueId x = node.inputs[0];
    const Form form = b.form_of(x);
    Wholes pads = in_form(node.attrs.integers("before"), form);
    const Wholes after = in_form(node.attrs.integers("after"), form);
    pads.insert(pads.end(), after.begin(), after.end());
    b.node(node, "Pad", {b.in(x, form), b.wholes(pads)}, {{"mode", std::string("constant")}},
           b.out(node.outputs[0], form));
}

} // namespace

bool write_movement(OnnxBuilder& b, const Node& node) {
    const std::string_view op = node.op->name;
    if (op == "reshape")
        write_reshape(b, node);
    else if (op == "concat")
        write_concat(b, node);
    else if (op == "slice")
        write_slice(b, node);
    else if (op == "pad")
        write_pad(b, node);
    else if (op == "transpose")
        b.node(node, "Transpose", {b.in(node.inputs[0])}, {{"perm", node.attrs.integers("perm")}},
               b.out(node.outputs[0]));
    else
        return false;
    return true;
}

} // namespace laptime
