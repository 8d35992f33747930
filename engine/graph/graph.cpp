// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include <sstream>
#include <stdexcept>

#include "engine/core/error.h"
#include "engine/graph/op.h"

namespace laptime {

namespace {

std::vector<TensorType> types_of(const Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<TensorType> types;
    types.reserve(ids.size());
    for (const ValueId id : ids)
        types.push_back(graph.value(id).type);
    return types;
}

} // namespace

void InferContext::fail(const std::string& message) const {
    throw ShapeError(message);
}

ValueId Graph::add_value(std::string name, TensorType type, Role role, int producer) {
    const auto id = static_cast<ValueId>(values_.size());
    if (name.empty())
        name = "%" + std::to_string(id);
    else if (find(name) != no_value)
        throw std::logic_error("graph: a value named '" + name + "' exists already");
    values_.push_back({std::move(name), std::move(type), role, producer});
    return id;
}

ValueId Graph::add_input(std::string name, TensorType type) {
    return add_value(std::move(name), std::move(type), Role::input, -1);
}

ValueId Graph::add_variable(std::string name, TensorType type) {
    return add_value(std::move(name), std::move(type), Role::variable, -1);
}

ValueId Graph::add_state(std::string name, TensorType type) {
    return add_value(std::move(name), std::move(type), Role::state, -1);
}

std::vector<ValueId> Graph::apply(std::string_view op_name, std::vector<ValueId> inputs, Attributes attrs,
                                  std::string layer) {
    const Op& op = find_op(op_name);
    const std::vector<TensorType> input_types = types_of(*this, inputs);
    std::vector<TensorType> output_types;
    try {
        output_types = op.infer({attrs, input_types});
    } catch (const ShapeError& error) {
        std::string text = layer.empty() ? std::string() : "layer '" + layer + "': ";
        text += std::string(op.name) + " cannot take ";
        for (std::size_t i = 0; i < input_types.size(); ++i)
            text += (i ? " and " : "") + input_types[i].text();
        throw ShapeError(text + ": " + error.what());
    }
    const int index = static_cast<int>(nodes_.size());
    Node node{&op, std::move(layer), std::move(inputs), {}, std::move(attrs)};
    for (TensorType& type : output_types)
        node.outputs.push_back(add_value({}, std::move(type), Role::temporary, index));
    nodes_.push_back(node);
    return node.outputs;
}

ValueId Graph::apply1(std::string_view op, std::vector<ValueId> inputs, Attributes attrs, std::string layer) {
    const std::vector<ValueId> outputs = apply(op, std::move(inputs), std::move(attrs), std::move(layer));
    if (outputs.size() != 1)
        throw std::logic_error("graph: '" + std::string(op) + "' does not have one output");
    return outputs.front();
}

void Graph::add_result(std::string name, ValueId value) {
    results_.push_back({std::move(name), value});
}

std::vector<ValueId> Graph::with_role(Role role) const {
    std::vector<ValueId> ids;
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (values_[i].role == role)
            ids.push_back(static_cast<ValueId>(i));
    return ids;
}

ValueId Graph::find(std::string_view name) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
        if (values_[i].name == name)
            return static_cast<ValueId>(i);
    return no_value;
}

ValueId Graph::result(std::string_view name) const {
    for (const Result& result : results_)
        if (result.name == name)
            return result.value;
    return no_value;
}

std::size_t Graph::result_offset(std::size_t index) const {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < index; ++i)
        offset += value(results_[i].value).type.shape.count();
    return static_cast<std::size_t>(offset);
}

double Graph::flops() const {
    double total = 0;
    for (const Node& node : nodes_)
        if (node.op->flops)
            total += node.op->flops({node.attrs, types_of(*this, node.inputs)});
    return total;
}

namespace {

struct AttributePrinter {
    std::ostream& out;
    void operator()(std::int64_t v) const { out << v; }
    void operator()(double v) const { out << v; }
    void operator()(bool v) const { out << (v ? "true" : "false"); }
    void operator()(const std::string& v) const { out << '"' << v << '"'; }
    template <typename T>
    void operator()(const std::vector<T>& list) const {
        out << '[';
        for (std::size_t i = 0; i < list.size(); ++i)
            out << (i ? ", " : "") << list[i];
        out << ']';
    }
};

constexpr std::string_view word_of(Role role) {
    switch (role) {
    case Role::input:
        return "input";
    case Role::variable:
        return "variable";
    case Role::state:
        return "state";
    case Role::temporary:
        return "";
    }
    return "";
}

} // namespace

std::string Graph::text() const {
    std::ostringstream out;
    for (const Value& value : values_)
        if (value.role != Role::temporary)
            out << word_of(value.role) << ' ' << value.name << ": " << value.type.text() << '\n';
    const auto list = [&](const std::vector<ValueId>& ids) {
        for (std::size_t i = 0; i < ids.size(); ++i)
            out << (i ? ", " : "") << value(ids[i]).name;
    };
    for (const Node& node : nodes_) {
        for (std::size_t i = 0; i < node.outputs.size(); ++i)
            out << (i ? ", " : "") << value(node.outputs[i]).name << ": "
                << value(node.outputs[i]).type.text();
        out << (node.outputs.empty() ? "" : " = ") << node.op->name << '(';
        list(node.inputs);
        out << ')';
        if (!node.attrs.map().empty()) {
            out << " {";
            bool first = true;
            for (const auto& [name, attribute] : node.attrs.map()) {
                out << (first ? "" : ", ") << name << '=';
                std::visit(AttributePrinter{out}, attribute);
                first = false;
            }
            out << '}';
        }
        if (!node.layer.empty())
            out << " @" << node.layer;
        out << '\n';
    }
    for (const Result& result : results_)
        out << "result " << result.name << " = " << value(result.value).name << '\n';
    return out.str();
}

GraphRewriter::GraphRewriter(const Graph& old) : old_(old), map_(old.values().size(), no_value) {
    for (std::size_t i = 0; i < old.values().size(); ++i) {
        const Value& value = old.values()[i];
        const auto id = static_cast<ValueId>(i);
        switch (value.role) {
        case Role::input:
            map(id, graph.add_input(value.name, value.type));
            break;
        case Role::variable:
            map(id, graph.add_variable(value.name, value.type));
            break;
        case Role::state:
            map(id, graph.add_state(value.name, value.type));
            break;
        case Role::temporary:
            break;
        }
    }
}

ValueId GraphRewriter::operator()(ValueId old_value) const {
    const ValueId id = map_[static_cast<std::size_t>(old_value)];
    if (id == no_value)
        throw std::logic_error("graph rewriter: value " + old_.value(old_value).name + " is not mapped yet");
    return id;
}

std::vector<ValueId> GraphRewriter::operator()(const std::vector<ValueId>& old_values) const {
    std::vector<ValueId> ids;
    ids.reserve(old_values.size());
    for (const ValueId id : old_values)
        ids.push_back((*this)(id));
    return ids;
}

void GraphRewriter::copy(const Node& node) {
    const std::vector<ValueId> outputs =
        graph.apply(node.op->name, (*this)(node.inputs), node.attrs, node.layer);
    for (std::size_t i = 0; i < outputs.size(); ++i)
        map(node.outputs[i], outputs[i]);
}

Graph GraphRewriter::finish() {
    for (const Result& result : old_.results())
        graph.add_result(result.name, (*this)(result.value));
    return std::move(graph);
}

} // namespace laptime
