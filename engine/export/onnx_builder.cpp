// SPDX-License-Identifier: Apache-2.0
#include "engine/export/onnx_builder.h"

#include <stdexcept>

#include "engine/graph/op.h"

namespace laptime {

namespace {

const std::vector<std::int64_t> rows_to_planes{0, 3, 1, 2}, planes_to_rows{0, 2, 3, 1};

std::vector<std::int64_t> planes_shape(const std::vector<std::int64_t>& rows) {
    return {rows[0], rows[3], rows[1], rows[2]};
}

std::vector<float> planes_of(const std::vector<float>& rows, const std::vector<std::int64_t>& shape) {
    const auto pixels = static_cast<std::size_t>(shape[1] * shape[2]),
               channels = static_cast<std::size_t>(shape[3]);
    std::vector<float> planes(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t channel = i % channels, pixel = i / channels % pixels, item = i / channels / pixels;
        planes[(item * channels + channel) * pixels + pixel] = rows[i];
    }
    return planes;
}

} // namespace

OnnxBuilder::OnnxBuilder(const Graph& graph, const Graph& other_batch,
                         const std::vector<StoredTensor>& weights, OnnxWriter& writer)
    : graph_(graph), other_(other_batch), writer_(writer), names_(graph.values().size()) {
    if (graph_.values().size() != other_.values().size())
        throw std::logic_error("onnx: the graph depends on the batch in more than its shapes");
    for (const StoredTensor& tensor : weights)
        weights_[tensor.name] = &tensor;
    for (const ValueId input : graph_.inputs())
        names_[static_cast<std::size_t>(input)].rows = graph_.value(input).name;
}

std::vector<std::int64_t> OnnxBuilder::shape(ValueId value) const {
    std::vector<std::int64_t> dims = graph_.value(value).type.shape.dims();
    const std::vector<std::int64_t>& other = other_.value(value).type.shape.dims();
    for (std::size_t i = 0; i < dims.size(); ++i)
        if (dims[i] != other[i])
            dims[i] = -1;
    return dims;
}

std::string OnnxBuilder::name_of(ValueId value, Form form) const {
    std::string name = graph_.value(value).name;
    if (value == graph_.results().front().value)
        name = graph_.results().front().name;
    else if (name.starts_with('%'))
        name.front() = 'v';
    return form == Form::planes ? name + ".planes" : name;
}

std::string OnnxBuilder::out(ValueId value, Form form) {
    Names& names = names_[static_cast<std::size_t>(value)];
    return (form == Form::planes ? names.planes : names.rows) = name_of(value, form);
}

Form OnnxBuilder::form_of(ValueId value) const {
    return names_[static_cast<std::size_t>(value)].planes.empty() ? Form::rows : Form::planes;
}

std::string OnnxBuilder::in(ValueId value, Form form) {
    const Names names = names_[static_cast<std::size_t>(value)];
    const std::string &there = form == Form::planes ? names.planes : names.rows,
                      &other = form == Form::planes ? names.rows : names.planes;
    if (!there.empty())
        return there;
    if (data(value))
        return write_weight(value, form);
    if (other.empty())
        throw std::logic_error("onnx: a value is used before it is made: " + graph_.value(value).name);
    const std::string made = out(value, form);
    writer_.node("Transpose", {other}, made,
                 {{"perm", form == Form::planes ? rows_to_planes : planes_to_rows}}, made);
    return made;
}

std::optional<std::vector<float>> OnnxBuilder::data(ValueId id) const {
    const Value& value = graph_.value(id);
    if (value.role == Role::variable || value.role == Role::state) {
        const auto it = weights_.find(value.name);
        if (it == weights_.end() || it->second->type.shape != value.type.shape)
            throw std::logic_error("onnx: there is no weight " + value.name + " of " + value.type.text());
        const std::vector<double> exact = values_of(*it->second);
        return std::vector<float>(exact.begin(), exact.end());
    }
    if (value.producer < 0)
        return std::nullopt;
    const Node& node = graph_.nodes()[static_cast<std::size_t>(value.producer)];
    if (node.op->name != "constant" || value.type.shape != other_.value(id).type.shape)
        return std::nullopt;
    return std::vector<float>(static_cast<std::size_t>(value.type.shape.count()),
                              static_cast<float>(node.attrs.number("value")));
}

std::string OnnxBuilder::write_weight(ValueId value, Form form) {
    const std::vector<std::int64_t> rows = shape(value);
    const std::vector<float> values = *data(value);
    const std::string made = out(value, form);
    if (form == Form::planes)
        writer_.initializer(made, planes_shape(rows), planes_of(values, rows));
    else
        writer_.initializer(made, rows, values);
    return made;
}

std::string OnnxBuilder::scalar(double value) {
    std::string& name = known_scalars_[value];
    if (name.empty())
        name = numbers({}, {static_cast<float>(value)});
    return name;
}

std::string OnnxBuilder::wholes(const std::vector<std::int64_t>& values) {
    std::string& name = known_wholes_[values];
    if (name.empty()) {
        name = "const" + std::to_string(++constants_);
        const std::vector<std::int64_t> list{static_cast<std::int64_t>(values.size())};
        writer_.initializer(name, list, values);
    }
    return name;
}

std::string OnnxBuilder::numbers(const std::vector<std::int64_t>& shape, const std::vector<float>& values) {
    const std::string name = "const" + std::to_string(++constants_);
    writer_.initializer(name, shape, values);
    return name;
}

std::string OnnxBuilder::channels(ValueId weight, ValueId image, Form form) {
    if (form == Form::rows)
        return in(weight);
    const std::int64_t count = graph_.value(weight).type.shape.count();
    const std::vector<std::int64_t> upright{count, 1, 1};
    if (const auto values = data(weight))
        return numbers(upright, *values);
    const Node& maker = graph_.nodes()[static_cast<std::size_t>(graph_.value(image).producer)];
    return node(maker, "Reshape", {in(weight), wholes(upright)});
}

std::string OnnxBuilder::node(const Node& of, const std::string& op, const std::vector<std::string>& inputs,
                              const OnnxAttributes& attributes, std::string output) {
    const std::string number = std::to_string(++nodes_);
    if (output.empty())
        output = "t" + number;
    writer_.node(op, inputs, output, attributes, (of.layer.empty() ? "" : of.layer + "/") + op + number);
    return output;
}

} // namespace laptime
