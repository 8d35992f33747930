// SPDX-License-Identifier: Apache-2.0
// Cases of the optimizer updates, counters, schedules and the loss scale.
#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

/// p, g, one operand a slot, rate, [counter,] ok: for some shapes, with updates that count beside p, and with
/// ok = 0.
Cases updates(DType type, int slots, bool counter, const std::vector<Attributes>& settings) {
    Values values(701);
    Cases cases;
    int number = 0;
    for (const Attributes& attrs : settings)
        for (const Shape& shape : {Shape{1}, Shape{37}, Shape{5, 3}, Shape{16, 3, 3, 8}, Shape{7, 3, 3, 5}})
            for (const double ok : {1.0, 0.0}) {
                OpCase c{"",
                         "setting " + std::to_string(number) + ", " + shape.text() +
                             (ok == 0 ? ", skipped" : ""),
                         {values.uniform(type, shape), values.uniform(type, shape)},
                         attrs};
                for (int i = 0; i < slots; ++i)
                    c.operands.push_back(values.uniform(type, shape, counter ? -0.1 : 0, 0.1));
                if (counter) // the second moment is never negative
                    c.operands.back() = values.uniform(type, shape, 0, 0.1);
                c.operands.push_back(Values::scalar(type, 0.5));
                if (counter)
                    c.operands.push_back(Values::integers({}, {number % 2 ? 0 : 41}));
                c.operands.push_back(Values::scalar(type, ok));
                cases.push_back(std::move(c));
                number += ok == 0;
            }
    return cases;
}

Cases sgd(DType type) {
    return updates(type, 0, false, {{{"weight_decay", 0.0}}, {{"weight_decay", 0.1}}});
}

Cases momentum(DType type) {
    return updates(type, 1, false,
                   {{{"momentum", 0.9}, {"nesterov", false}, {"weight_decay", 0.0}},
                    {{"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 0.1}}});
}

Cases rmsprop(DType type) {
    return updates(type, 1, false,
                   {{{"rho", 0.9}, {"epsilon", 1e-7}, {"weight_decay", 0.0}},
                    {{"rho", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.1}}});
}

Cases adam(DType type) {
    const auto attrs = [](double decay, bool decoupled) {
        return Attributes{{"beta1", 0.9},
                          {"beta2", 0.999},
                          {"epsilon", 1e-8},
                          {"weight_decay", decay},
                          {"decoupled", decoupled}};
    };
    return updates(type, 2, true, {attrs(0, false), attrs(0.1, false), attrs(0.1, true)});
}

Cases increment(DType type) {
    return {{"", "done", {Values::integers({}, {41}), Values::scalar(type, 1)}, {}},
            {"", "skipped", {Values::integers({}, {41}), Values::scalar(type, 0)}, {}}};
}

Cases loss_scale_update(DType type) {
    const Attributes attrs = {{"interval", std::int64_t{2000}}, {"minimum", 0x1p-14}, {"maximum", 0x1p24}};
    const auto make = [&](const char* name, double scale, std::int64_t good, double ok) {
        return OpCase{"",
                      name,
                      {Values::scalar(type, scale), Values::integers({}, {good}), Values::scalar(type, ok)},
                      attrs};
    };
    return {make("one more", 32768, 5, 1), make("doubles", 32768, 1999, 1),
            make("at the maximum", 0x1p24, 1999, 1), make("halves", 32768, 77, 0),
            make("at the minimum", 0x1p-14, 0, 0)};
}

Cases accumulate(DType type) {
    Values values(702);
    Cases cases;
    for (const Shape& shape : {Shape{}, Shape{37}, Shape{5, 3}, Shape{16, 3, 3, 8}, Shape{7, 3, 3, 5}})
        cases.push_back({"", shape.text(), {values.uniform(type, shape), values.uniform(type, shape)}, {}});
    return cases;
}

Cases clear(DType type) {
    Values values(703);
    return {{"", "weights", {values.uniform(accumulation_type(type), {7, 3, 3, 5})}, {}},
            {"", "counter", {Values::integers({}, {5})}, {}}};
}

Cases learning_rate(DType type) {
    const auto attrs = [&](const char* schedule) {
        return Attributes{{"schedule", std::string(schedule)},
                          {"rate", 0.1},
                          {"warmup_steps", std::int64_t{4}},
                          {"total_steps", std::int64_t{20}},
                          {"final_rate", 0.001},
                          {"factor", 0.5},
                          {"every_steps", std::int64_t{3}},
                          {"peak_at", 0.3},
                          {"dtype", std::string(name_of(type))}};
    };
    Cases cases;
    for (const char* schedule : {"constant", "cosine", "step", "one_cycle"})
        for (const std::int64_t step : {0, 3, 4, 5, 6, 13, 19, 20, 1000})
            cases.push_back({"",
                             std::string(schedule) + ", step " + std::to_string(step),
                             {Values::integers({}, {step})},
                             attrs(schedule)});
    return cases;
}

} // namespace

void add_optimizer_cases(CaseTable& table) {
    table["sgd"] = sgd;
    table["momentum"] = momentum;
    table["rmsprop"] = rmsprop;
    table["adam"] = adam;
    table["increment"] = increment;
    table["loss_scale_update"] = loss_scale_update;
    table["accumulate"] = accumulate;
    table["clear"] = clear;
    table["learning_rate"] = learning_rate;
}

} // namespace laptime::test
