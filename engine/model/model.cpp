// SPDX-License-Identifier: Apache-2.0
// Writes the forward part of a model as a graph: inputs, the layers in order, loss and count of right
// answers.
#include "engine/model/model.h"

#include <stdexcept>

#include "engine/core/error.h"
#include "engine/graph/op.h"

namespace laptime {

namespace {

constexpr double byte_to_unit = 1.0 / 255.0;

/// The samples as numbers that the layers can take: bytes become 0…1, floats stay as they are.
ValueId as_numbers(Graph& graph, ValueId x, DType type) {
    const DType given = graph.value(x).type.dtype;
    if (given == type)
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

void check_sample(const Model& model) {
    if (model.sample.rank() != 3)
        throw std::logic_error("model '" + model.name + "': a sample is [height, width, channels]");
    for (const std::int64_t size : model.sample.dims())
        if (size < 1)
            throw ShapeError("model '" + model.name + "': samples of shape " + model.sample.text() +
                             " are empty");
}

} // namespace

ValueId BuildContext::parameter(Parameter parameter) {
    const TensorType type{variable_type, parameter.shape};
    const ValueId id = parameter.trainable ? graph.add_variable(parameter.name, type)
                                           : graph.add_state(parameter.name, type);
    parameters.push_back(std::move(parameter));
    return id;
}

std::int64_t trainable_count(const std::vector<Parameter>& parameters) {
    std::int64_t count = 0;
    for (const Parameter& parameter : parameters)
        if (parameter.trainable)
            count += parameter.shape.count();
    return count;
}

ForwardGraph build_forward(const Model& model, std::int64_t batch, bool training, DType variable_type) {
    check_sample(model);
    ForwardGraph forward;
    Graph& graph = forward.graph;
    std::vector<std::int64_t> dims = model.sample.dims();
    dims.insert(dims.begin(), batch);
    const ValueId x = graph.add_input("x", {model.float_samples ? DType::f32 : DType::u8, Shape(dims)});
    const ValueId labels = graph.add_input("labels", {DType::i32, {batch}});
    const ValueId scale = graph.add_input("scale", {variable_type, {}});
    const ValueId rng = graph.add_input("rng", {DType::i64, {4}});

    BuildContext context{graph, training, variable_type, rng, 0, forward.parameters};
    ValueId y = as_numbers(graph, x, variable_type);
    for (const auto& layer : model.layers) {
        const std::size_t first_node = graph.nodes().size();
        const std::int64_t before = trainable_count(forward.parameters);
        y = layer->build(context, y);
        forward.table.push_back({layer->name, layer->kind(), graph.value(y).type.shape,
                                 trainable_count(forward.parameters) - before,
                                 flops_of(graph, first_node) / static_cast<double>(batch)});
        if (layer->dtype && variable_type != DType::f64)
            forward.layer_dtypes[layer->name] = *layer->dtype;
    }

    const Shape expected{batch, model.classes};
    if (graph.value(y).type.shape != expected)
        throw ShapeError("model '" + model.name + "': the last layer gives " +
                         graph.value(y).type.shape.text() + ", but " + std::to_string(model.classes) +
                         " classes need " + expected.text());
    forward.logits = y;
    forward.loss = graph.apply("softmax_cross_entropy", {y, labels, scale}, {}, "loss").front();
    forward.correct = graph.apply1("correct_count", {y, labels}, {}, "loss");
    graph.add_result("loss", forward.loss);
    graph.add_result("correct", forward.correct);
    return forward;
}

} // namespace laptime
