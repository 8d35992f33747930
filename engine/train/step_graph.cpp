// SPDX-License-Identifier: Apache-2.0
#include "engine/train/step_graph.h"

#include "engine/passes/differentiate.h"
#include "engine/passes/fuse.h"
#include "engine/passes/loss_scaling.h"
#include "engine/train/optimizer.h"

namespace laptime {

namespace {

DType variable_type(Precision precision) {
    return precision == Precision::float64 ? DType::f64 : DType::f32;
}

/// Gradients of the trainable parameters, ready for the optimizer, and whether they may be used.
struct Gradients {
    std::vector<ValueId> parameters, values;
};

std::vector<ValueId> trainable_values(const Graph& graph) {
    return graph.with_role(Role::variable);
}

ValueId accumulator_of(Graph& graph, ValueId parameter) {
    const Value& value = graph.value(parameter);
    return graph.add_state("gradient/" + value.name, value.type);
}

/// From gradients (still scaled under mixed_float16) to updated parameters.
void append_update(Graph& graph, const StepOptions& options, Gradients gradients, ValueId loss,
                   ValueId loss_scale) {
    ValueId ok = no_value;
    if (loss_scale != no_value) {
        ok = graph.apply1("all_finite", gradients.values, {}, "loss_scale");
        gradients.values = unscale_gradients(graph, gradients.values, loss_scale);
    } else if (loss != no_value) {
        // A step whose loss is not finite changes nothing, so that the first bad tensor can still be found.
        ok = graph.apply1("all_finite", {loss}, {}, "optimizer");
    } else {
        // The execution stops at a micro-batch whose loss is not finite; here all were fine.
        ok = graph.apply1("constant", {},
                          {{"value", 1.0},
                           {"dtype", std::string(name_of(variable_type(options.precision)))},
                           {"shape", std::vector<std::int64_t>{}}},
                          "optimizer");
    }
    const ValueId rate = append_optimizer(graph, options, gradients.parameters, gradients.values, ok);
    if (loss_scale != no_value)
        update_loss_scale(graph, loss_scale, ok);
    graph.add_result(result::ok, ok);
    graph.add_result(result::learning_rate, rate);
}

Gradients backward(ForwardGraph& forward, ValueId loss_scale) {
    Gradients gradients;
    gradients.parameters = trainable_values(forward.graph);
    gradients.values = differentiate(forward.graph, forward.loss, gradients.parameters, loss_scale);
    return gradients;
}

/// The apply program starts from the accumulators and needs no model beyond its parameters.
Graph build_apply(const std::vector<Parameter>& parameters, const StepOptions& options) {
    Graph graph;
    Gradients gradients;
    for (const Parameter& parameter : parameters)
        if (parameter.trainable)
            gradients.parameters.push_back(
                graph.add_variable(parameter.name, {variable_type(options.precision), parameter.shape}));
    for (const ValueId parameter : gradients.parameters)
        gradients.values.push_back(accumulator_of(graph, parameter));
    const std::vector<ValueId> accumulators = gradients.values;
    const ValueId scale =
        options.precision == Precision::mixed_float16 ? declare_loss_scale(graph) : no_value;
    append_update(graph, options, std::move(gradients), no_value, scale);
    for (const ValueId accumulator : accumulators)
        graph.apply("clear", {accumulator}, {}, "optimizer");
    return graph;
}

} // namespace

StepOptions StepOptions::of(const Experiment& experiment, std::int64_t total_steps) {
    return {experiment.speed.precision, experiment.train.optimizer, experiment.train.learning_rate,
            experiment.train.weight_decay, total_steps};
}

StagedGraph build_program(ProgramKind kind, const Model& model, std::int64_t batch,
                          const StepOptions& options) {
    StagedGraph staged;
    ForwardGraph forward = build_forward(
        model, batch, kind == ProgramKind::evaluate ? Outputs::evaluation : Outputs::training,
        variable_type(options.precision));
    staged.parameters = forward.parameters;
    staged.table = forward.table;
    staged.stages.emplace_back("forward", forward.graph);

    Graph graph;
    if (kind == ProgramKind::apply) {
        graph = build_apply(forward.parameters, options);
    } else if (kind == ProgramKind::evaluate) {
        graph = std::move(forward.graph);
    } else {
        const ValueId scale =
            options.precision == Precision::mixed_float16 ? declare_loss_scale(forward.graph) : no_value;
        Gradients gradients = backward(forward, scale);
        graph = std::move(forward.graph);
        if (kind == ProgramKind::step)
            append_update(graph, options, std::move(gradients), forward.loss, scale);
        else
            for (std::size_t i = 0; i < gradients.values.size(); ++i)
                graph.apply("accumulate",
                            {accumulator_of(graph, gradients.parameters[i]), gradients.values[i]}, {},
                            "optimizer");
    }
    staged.stages.emplace_back("differentiate", graph);

    if (options.precision == Precision::mixed_float16 || options.precision == Precision::mixed_bfloat16) {
        const DType compute = options.precision == Precision::mixed_float16 ? DType::f16 : DType::bf16;
        graph = apply_precision(graph, compute, forward.layer_dtypes, &staged.casts);
    }
    staged.stages.emplace_back("precision", graph);
    staged.stages.emplace_back("fuse", fuse(graph));
    return staged;
}

std::map<std::string, double> initial_state() {
    return {{loss_scale_name, LossScaleRule{}.initial}};
}

} // namespace laptime
