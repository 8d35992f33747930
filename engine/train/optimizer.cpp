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

ValueId append_optimizer(Graph& graph, const StepOptions& options, const std::vector<ValueId>& parameters,
                         const std::vector<ValueId>& gradients, ValueId ok) {
    const std::string layer = "optimizer";
    const DType type = options.precision == Precision::float64 ? DType::f64 : DType::f32;
    const ValueId counter = graph.add_state(optimizer_counter_name, {DType::i64, {}});
    const ValueId rate =
        graph.apply1("learning_rate", {counter},
                     learning_rate_attributes(options.learning_rate, options.total_steps, type), layer);
    const Attribute decay = options.weight_decay;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const ValueId p = parameters[i], g = gradients[i];
        if (g == no_value)
            continue; // the loss does not depend on it
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
                        {{"momentum", 0.9},
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
    return rate;
}

} // namespace laptime
