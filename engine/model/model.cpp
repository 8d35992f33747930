// SPDX-License-Identifier: Apache-2.0
// Writes the forward part of a model as a graph: inputs, the layers in order, then what the task makes of
// them.
#include "engine/model/model.h"

#include <stdexcept>

#include "engine/core/error.h"
#include "engine/graph/op.h"
#include "engine/model/task_outputs.h"

namespace laptime {

namespace {

constexpr double byte_to_unit = 1.0 / 255.0;

/// The samples as numbers that the layers can take: bytes become 0…1; floats and ids stay as they are.
ValueId as_numbers(Graph& graph, ValueId x, DType type) {
    const DType given = graph.value(x).type.dtype;
    if (given == type || given == DType::i32)
        return x;
    const std::string word(name_of(type));
    if (is_floating(given))
        return graph.apply1("cast", {x}, {{"dtype", word}}, "input");
    return graph.apply1("rescale", {x}, {{"scale", byte_to_unit}, {"offset", 0.0}, {"dtype", word}}, "input");
}

double flops_of(const Graph& graph, std::size_t first_node) {
    double total = 0;
    for (std::size_t i = first_node; i < graph.nodes().size(); ++i) {
        const Node& node = graph.nodes()[i];
        if (!node.op->flops)
            continue;
        std::vector<TensorType> types;
        for (const ValueId id : node.inputs)
            types.push_back(graph.value(id).type);
        total += node.op->flops({node.attrs, types});
    }
    return total;
}

/// Does the last layer give what the task needs? Texts are flattened to one row a position.
ValueId as_logits(Graph& graph, const Model& model, ValueId y, std::int64_t batch) {
    const Task& task = model.task;
    const Shape given = graph.value(y).type.shape;
    const std::int64_t outputs = task.outputs(), positions = model.input.shape.count();
    const bool tokens = task.kind == OutputKind::tokens;
    const Shape rows{tokens ? batch * positions : batch, outputs}, text{batch, positions, outputs};
    if (given == rows)
        return y;
    if (tokens && given == text)
        return graph.apply1("reshape", {y}, {{"shape", rows.dims()}}, "loss");
    const std::string what = task.kind == OutputKind::values ? " target values"
                             : tokens                        ? " tokens"
                                                             : " classes";
    const std::int64_t count = task.kind == OutputKind::values ? task.width : task.classes;
    const Shape& wanted = tokens ? text : rows;
    const std::string origin = model.layers.empty() ? "" : model.layers.back()->origin;
    throw ShapeError(
        (origin.empty() ? "" : origin + ": ") + "model '" + model.name + "': the last layer" +
        (model.layers.empty() ? "" : ", '" + model.layers.back()->name + "',") + " gives " + given.text() +
        ", but " + std::to_string(count) + what + " need " + wanted.text() +
        (given.rank() > wanted.rank() ? "; a flatten or a global pool in front of it is missing" : ""));
}

/// Numbers of a sample behind a layer, or of a parameter: more fit into no machine, and products of sizes
/// must not overflow before anything is allocated.
constexpr double most_numbers_a_sample = 0x1p31, most_parameter_numbers = 0x1p40;

double count_of(const Shape& shape) {
    double count = 1;
    for (const std::int64_t size : shape.dims())
        count *= static_cast<double>(size);
    return count;
}

ValueId build_at_origin(BuildContext& context, const Layer& layer, ValueId x) {
    try {
        const ValueId y = layer.build(context, x);
        if (count_of(context.shape(y)) > most_numbers_a_sample * static_cast<double>(context.batch))
            throw ShapeError("layer '" + layer.name + "': gives " + context.shape(y).text() +
                             ", which is too large for any machine");
        return y;
    } catch (const ShapeError& error) {
        // A part of the layer may have said its own already.
        const std::string message = error.what(), file = layer.origin.substr(0, layer.origin.rfind(','));
        if (layer.origin.empty() || message.starts_with(file))
            throw;
        throw ShapeError(layer.origin + ": " + message);
    }
}

void check_model(const Model& model) {
    if (auto problems = task_problems(model.task); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    const Shape& sample = model.input.shape;
    if (sample.rank() < 1)
        throw std::logic_error("model '" + model.name + "': a sample has no dimension");
    for (const std::int64_t size : sample.dims())
        if (size < 1)
            throw ShapeError("model '" + model.name + "': samples of shape " + sample.text() + " are empty");
    if (model.task.outputs() < 1)
        throw std::logic_error("model '" + model.name + "': a task without classes or values");
}

} // namespace

ValueId BuildContext::parameter(Parameter parameter) {
    if (count_of(parameter.shape) > most_parameter_numbers)
        throw ShapeError("parameter '" + parameter.name + "': " + parameter.shape.text() +
                         " is too large for any machine");
    const TensorType type{variable_type, parameter.shape};
    const ValueId id = parameter.trainable ? graph.add_variable(parameter.name, type)
                                           : graph.add_state(parameter.name, type);
    parameters.push_back(std::move(parameter));
    return id;
}

ValueId BuildContext::run(const Layer& layer, ValueId x) {
    const std::size_t first_node = graph.nodes().size(), first_row = table.size();
    const std::int64_t before = trainable_count(parameters);
    const std::optional<DType> around = dtype;
    if (layer.dtype)
        dtype = layer.dtype;
    const ValueId y = build_at_origin(*this, layer, x);
    LayerRow row{layer.name,
                 layer.kind(),
                 shape(y),
                 trainable_count(parameters) - before,
                 flops_of(graph, first_node) / static_cast<double>(batch),
                 dtype};
    dtype = around;
    // What its parts have and do stands in their own rows.
    for (std::size_t i = first_row; i < table.size(); ++i) {
        row.parameters -= table[i].parameters;
        row.flops_per_sample -= table[i].flops_per_sample;
    }
    if (!layer.is_sequence())
        table.push_back(std::move(row));
    return y;
}

std::int64_t trainable_count(const std::vector<Parameter>& parameters) {
    std::int64_t count = 0;
    for (const Parameter& parameter : parameters)
        if (parameter.trainable)
            count += parameter.shape.count();
    return count;
}

ForwardGraph build_forward(const Model& model, std::int64_t batch, Outputs outputs, DType variable_type) {
    check_model(model);
    ForwardGraph forward;
    Graph& graph = forward.graph;
    std::vector<std::int64_t> dims = model.input.shape.dims();
    dims.insert(dims.begin(), batch);
    const ValueId x = graph.add_input("x", {model.input.dtype, Shape(dims)});
    if (outputs != Outputs::prediction) {
        graph.add_input("labels", label_type(model.task, model.input, batch));
        graph.add_input("scale", {variable_type, {}});
    }
    const ValueId rng = graph.add_input("rng", {DType::i64, {4}});

    BuildContext context{.graph = graph,
                         .training = outputs == Outputs::training,
                         .variable_type = variable_type,
                         .rng = rng,
                         .batch = batch,
                         .vocabulary = model.task.kind == OutputKind::tokens ? model.task.classes : 0,
                         .dropout_streams = 0,
                         .parameters = forward.parameters,
                         .table = forward.table};
    ValueId y = as_numbers(graph, x, variable_type);
    for (const auto& layer : model.layers)
        y = context.run(*layer, y);
    if (variable_type != DType::f64)
        for (const LayerRow& row : forward.table)
            if (row.dtype)
                forward.layer_dtypes[row.layer] = *row.dtype;
    forward.logits = as_logits(graph, model, y, batch);
    if (outputs == Outputs::prediction)
        append_prediction(forward, model.task, batch);
    else
        append_loss(forward, model.task, outputs == Outputs::evaluation);
    return forward;
}

} // namespace laptime
