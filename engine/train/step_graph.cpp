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

ValueId accumulator_of(Graph& graph, ValueId parameter) {
    const Value& value = graph.value(parameter);
    return graph.add_state("gradient/" + value.name, value.type);
}

/// First each element to its limit, then the whole gradient to its norm.
void clip(Graph& graph, const StepOptions& options, std::vector<Update>& updates) {
    if (options.clip_value > 0)
        for (Update& update : updates)
            update.gradient =
                graph.apply1("clamp", {update.gradient},
                             {{"least", -options.clip_value}, {"most", options.clip_value}}, "clip");
    if (options.clip_norm > 0 && !updates.empty()) {
        std::vector<ValueId> gradients;
        for (const Update& update : updates)
            gradients.push_back(update.gradient);
        const ValueId norm = graph.apply1("global_norm", gradients, {}, "clip");
        const ValueId factor = graph.apply1("clip_factor", {norm}, {{"max_norm", options.clip_norm}}, "clip");
        for (Update& update : updates)
            update.gradient = graph.apply1("mul", {update.gradient, factor}, {}, "clip");
    }
}

/// The moving average follows the updated weights; a skipped step leaves it alone.
void append_averages(Graph& graph, const StepOptions& options, const std::vector<Update>& updates,
                     ValueId ok) {
    if (options.ema == 0)
        return;
    for (const Update& update : updates) {
        const Value value = graph.value(update.parameter);
        const ValueId average = graph.add_state(average_name(value.name), value.type);
        graph.apply("moving_average", {average, update.parameter, ok}, {{"momentum", options.ema}}, "ema");
    }
}

/// From gradients (still scaled under mixed_float16) to updated parameters.
void append_update(Graph& graph, const StepOptions& options, std::vector<Update> updates, ValueId loss,
                   ValueId loss_scale) {
    ValueId ok = no_value;
    if (loss_scale != no_value) {
        std::vector<ValueId> gradients;
        for (const Update& update : updates)
            gradients.push_back(update.gradient);
        ok = graph.apply1("all_finite", gradients, {}, "loss_scale");
        gradients = unscale_gradients(graph, gradients, loss_scale);
        for (std::size_t i = 0; i < updates.size(); ++i)
            updates[i].gradient = gradients[i];
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
    clip(graph, options, updates);
    const ValueId rate = append_optimizer(graph, options, updates, ok);
    append_averages(graph, options, updates, ok);
    if (loss_scale != no_value)
        update_loss_scale(graph, loss_scale, ok);
    graph.add_result(result::ok, ok);
    graph.add_result(result::learning_rate, rate);
}

/// The gradients of the trainable parameters on which the loss depends.
std::vector<Update> backward(ForwardGraph& forward, ValueId loss_scale) {
    std::vector<ValueId> values;
    std::vector<const Parameter*> trained;
    for (const Parameter& parameter : forward.parameters)
        if (parameter.trainable) {
            values.push_back(forward.graph.find(parameter.name));
            trained.push_back(&parameter);
        }
    const std::vector<ValueId> gradients = differentiate(forward.graph, forward.loss, values, loss_scale);
    std::vector<Update> updates;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (gradients[i] != no_value)
            updates.push_back({values[i], gradients[i], trained[i]->decays, trained[i]->fast_bias});
    return updates;
}

/// The apply program starts from the accumulators and needs no model beyond its parameters.
Graph build_apply(const std::vector<Parameter>& parameters, const StepOptions& options) {
    Graph graph;
    std::vector<Update> updates;
    for (const Parameter& parameter : parameters)
        if (parameter.trainable)
            updates.push_back(
                {graph.add_variable(parameter.name, {variable_type(options.precision), parameter.shape}),
                 no_value, parameter.decays, parameter.fast_bias});
    std::vector<ValueId> accumulators;
    for (Update& update : updates) {
        update.gradient = accumulator_of(graph, update.parameter);
        accumulators.push_back(update.gradient);
    }
    const ValueId scale =
        options.precision == Precision::mixed_float16 ? declare_loss_scale(graph) : no_value;
    append_update(graph, options, std::move(updates), no_value, scale);
    for (const ValueId accumulator : accumulators)
        graph.apply("clear", {accumulator}, {}, "optimizer");
    return graph;
}

/// The same graph with the averages in place of the weights.
Graph with_averages(const Graph& graph) {
    GraphRewriter rewrite(graph);
    for (const ValueId id : graph.with_role(Role::variable)) {
        const Value& value = graph.value(id);
        rewrite.map(id, rewrite.graph.add_state(average_name(value.name), value.type));
    }
    for (const Node& node : graph.nodes())
        rewrite.copy(node);
    return rewrite.finish();
}

Outputs outputs_of(ProgramKind kind) {
    return kind == ProgramKind::evaluate  ? Outputs::evaluation
           : kind == ProgramKind::predict ? Outputs::prediction
                                          : Outputs::training;
}

} // namespace

StepOptions StepOptions::of(const Experiment& experiment, std::int64_t total_steps) {
    const Experiment::Train& train = experiment.train;
    return {.precision = experiment.speed.precision,
            .optimizer = train.optimizer,
            .learning_rate = train.learning_rate,
            .weight_decay = train.weight_decay,
            .total_steps = total_steps,
            .decay_all = train.decay_all,
            .momentum = train.momentum,
            .bias_rate_factor = train.bias_rate_factor,
            .clip_norm = train.clip_norm,
            .clip_value = train.clip_value,
            .ema = train.ema};
}

std::string average_name(const std::string& parameter) {
    return "average/" + parameter;
}

StagedGraph build_program(ProgramKind kind, const Model& model, std::int64_t batch,
                          const StepOptions& options) {
    StagedGraph staged;
    ForwardGraph forward = build_forward(model, batch, outputs_of(kind), variable_type(options.precision));
    staged.parameters = forward.parameters;
    staged.table = forward.table;
    if (kind == ProgramKind::evaluate && options.predicted)
        forward.graph.add_result(result::predicted,
                                 forward.graph.apply1("argmax", {forward.logits}, {}, "metrics"));
    staged.stages.emplace_back("forward", forward.graph);

    Graph graph;
    if (kind == ProgramKind::apply) {
        graph = build_apply(forward.parameters, options);
    } else if (kind == ProgramKind::evaluate || kind == ProgramKind::predict) {
        graph = options.ema > 0 ? with_averages(forward.graph) : std::move(forward.graph);
    } else {
        const ValueId scale =
            options.precision == Precision::mixed_float16 ? declare_loss_scale(forward.graph) : no_value;
        std::vector<Update> updates = backward(forward, scale);
        graph = std::move(forward.graph);
        if (kind == ProgramKind::step)
            append_update(graph, options, std::move(updates), forward.loss, scale);
        else
            for (const Update& update : updates)
                graph.apply("accumulate", {accumulator_of(graph, update.parameter), update.gradient}, {},
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
