// SPDX-License-Identifier: Apache-2.0
#include "engine/train/optimizer.h"

#include <string>

namespace laptime {

Attributes learning_rate_attributes(const LearningRate& rate, std::int64_t total_steps, DType type) {
    return {{"schedule", std::string(word_of(rate.kind))},
            {"rate", rate.rate},
            {"warmup_steps", rate.warmup_steps},
            {"final_rate", rate.final_rate},
            {"factor", rate.factor},
            {"every_steps", rate.every_steps},
            {"peak_at", rate.peak_at},
            {"total_steps", total_steps},
            {"dtype", std::string(name_of(type))}};
}

namespace {

ValueId scalar(Graph& graph, double value, DType type) {
    return graph.apply1(
        "constant", {},
        {{"value", value}, {"dtype", std::string(name_of(type))}, {"shape", std::vector<std::int64_t>{}}},
        "optimizer");
}

} // namespace

ValueId append_optimizer(Graph& graph, const StepOptions& options, const std::vector<Update>& updates,
                         ValueId ok) {
    const std::string layer = "optimizer";
    const DType type = options.precision == Precision::float64 ? DType::f64 : DType::f32;
    const ValueId counter = graph.add_state(optimizer_counter_name, {DType::i64, {}});
    const ValueId common_rate =
        graph.apply1("learning_rate", {counter},
                     learning_rate_attributes(options.learning_rate, options.total_steps, type), layer);
    const ValueId bias_rate =
        options.bias_rate_factor == 1
            ? common_rate
            : graph.apply1("mul", {common_rate, scalar(graph, options.bias_rate_factor, type)}, {}, layer);
    for (const Update& update : updates) {
        const ValueId p = update.parameter, g = update.gradient;
        const ValueId rate = update.fast_bias ? bias_rate : common_rate;
        // What decay takes away in a step is rate × decay: a faster bias shall not decay faster.
        const Attribute decay = !update.decays && !options.decay_all ? 0.0
                                : update.fast_bias ? options.weight_decay / options.bias_rate_factor
                                                   : options.weight_decay;
        const Value value = graph.value(p);
        const auto slot = [&](const char* name) {
            return graph.add_state(value.name + "/" + name, value.type);
        };
        switch (options.optimizer) {
        case OptimizerKind::sgd:
            graph.apply("sgd", {p, g, rate, ok}, {{"weight_decay", decay}}, layer);
            break;
        case OptimizerKind::momentum:
        case OptimizerKind::nesterov:
            graph.apply("momentum", {p, g, slot("velocity"), rate, ok},
                        {{"momentum", options.momentum},
                         {"nesterov", options.optimizer == OptimizerKind::nesterov},
                         {"weight_decay", decay}},
                        layer);
            break;
        case OptimizerKind::rmsprop:
            graph.apply("rmsprop", {p, g, slot("mean_square"), rate, ok},
                        {{"rho", 0.9}, {"epsilon", 1e-7}, {"weight_decay", decay}}, layer);
            break;
        case OptimizerKind::adam:
        case OptimizerKind::adamw: {
            const ValueId m = slot("adam_m"), v = slot("adam_v");
            graph.apply("adam", {p, g, m, v, rate, counter, ok},
                        {{"beta1", 0.9},
                         {"beta2", 0.999},
                         {"epsilon", 1e-8},
                         {"weight_decay", decay},
                         {"decoupled", options.optimizer == OptimizerKind::adamw}},
                        layer);
            break;
        }
        }
    }
    graph.apply("increment", {counter, ok}, {}, layer);
    return common_rate;
}

} // namespace laptime
