// SPDX-License-Identifier: Apache-2.0
// Cases of batch, layer and group normalisation, and of the moving averages behind the first.
#include <cmath>
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> list = {{4, 5, 6, 3}, {2, 3, 3, 16}, {3, 4, 4, 37},   {8, 7},
                                            {1, 4, 4, 2}, {5, 1},        {9, 31, 29, 16}, {3, 17, 9, 200}};
    return list;
}

const Attributes attrs = {{"epsilon", 1e-3}};
const Attributes with_relu = {{"epsilon", 1e-3}, {"activation", std::string("relu")}};

Operand mean_of(const Operand& x, DType type) {
    const auto channels = static_cast<std::size_t>(x.type.shape[-1]);
    std::vector<double> mean(channels);
    for (std::size_t i = 0; i < x.values.size(); ++i)
        mean[i % channels] += x.values[i] / static_cast<double>(x.values.size() / channels);
    return Values::of(type, {x.type.shape[-1]}, mean);
}

Operand variance_of(const Operand& x, const Operand& mean) {
    Operand squares = x;
    for (std::size_t i = 0; i < x.values.size(); ++i) {
        const double deviation = x.values[i] - mean.values[i % mean.values.size()];
        squares.values[i] = deviation * deviation;
    }
    return mean_of(squares, mean.type.dtype);
}

Cases training(DType type) {
    Values values(501);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Shape channels = {shape[-1]};
        const Operand gamma = values.uniform(acc, channels, 0.5, 2), beta = values.uniform(acc, channels);
        // Finite differences of a sum of many values tell nothing, and some of them are next to the relu's
        // kink.
        const bool smooth = shape.count() < 1000;
        cases.push_back({"", shape.text(), {values.uniform(type, shape), gamma, beta}, attrs, smooth});
        cases.push_back({"",
                         shape.text() + ", far from 0",
                         {values.uniform(type, shape, 3, 5), gamma, beta},
                         attrs,
                         smooth});
        cases.push_back(
            {"", shape.text() + " and relu", {values.uniform(type, shape), gamma, beta}, with_relu, smooth});
    }
    return cases;
}

Cases backward(DType type) {
    Values values(502);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand x = values.uniform(type, shape), mean = mean_of(x, acc);
        OpCase c{"",
                 shape.text(),
                 {values.uniform(type, shape), x, values.uniform(acc, {shape[-1]}, 0.5, 2), mean,
                  variance_of(x, mean)},
                 attrs};
        cases.push_back(c);
        c.name += " and relu";
        c.operands.push_back(values.uniform(acc, {shape[-1]})); // beta
        c.attrs = with_relu;
        cases.push_back(c);
    }
    return cases;
}

Cases inference(DType type) {
    Values values(503);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Shape& shape : shapes())
        for (const Attributes& form : {attrs, with_relu}) {
            const Shape channels = {shape[-1]};
            cases.push_back({"",
                             shape.text() + form.text("activation"),
                             {values.uniform(type, shape), values.uniform(acc, channels, 0.5, 2),
                              values.uniform(acc, channels), values.uniform(acc, channels),
                              values.uniform(acc, channels, 0, 2)},
                             form});
        }
    return cases;
}

/// Sets of elements that are normalised together: `groups` of the last axis, in each item or (0) in each row.
struct Sets {
    std::int64_t groups;
    Shape x;

    std::size_t of(std::size_t i) const {
        const auto channels = static_cast<std::size_t>(x[-1]),
                   item = static_cast<std::size_t>(x.count() / x[0]);
        const auto n = static_cast<std::size_t>(groups);
        return groups == 0 ? i / channels : i / item * n + i % channels / (channels / n);
    }
    Shape statistic() const {
        if (groups > 0)
            return {x[0], groups};
        return Shape(std::vector<std::int64_t>(x.dims().begin(), x.dims().end() - 1));
    }
    Attributes attrs() const {
        Attributes attrs = {{"epsilon", 1e-3}};
        if (groups > 0)
            attrs.set("groups", groups);
        return attrs;
    }
};

std::vector<Sets> layers() {
    return {{0, {4, 5, 6, 3}}, {0, {2, 3, 16}}, {0, {1, 37}}, {0, {8, 7}}, {0, {3, 50, 128}}, {0, {5, 3}}};
}
std::vector<Sets> groups() {
    return {{1, {4, 5, 6, 3}}, {3, {4, 5, 6, 3}},  {4, {2, 3, 3, 16}},    {37, {3, 4, 4, 37}},
            {2, {1, 7, 5, 6}}, {8, {2, 9, 9, 40}}, {32, {3, 16, 16, 64}}, {5, {1, 1, 1, 10}}};
}

Cases normalise(const std::vector<Sets>& sets, DType type) {
    Values values(505);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Sets& s : sets) {
        const Operand gamma = values.uniform(acc, {s.x[-1]}, 0.5, 2), beta = values.uniform(acc, {s.x[-1]});
        const std::string name = s.x.text() + " in " + std::to_string(s.groups);
        cases.push_back({"", name, {values.uniform(type, s.x), gamma, beta}, s.attrs()});
        cases.push_back(
            {"", name + ", far from 0", {values.uniform(type, s.x, 3, 5), gamma, beta}, s.attrs()});
    }
    return cases;
}

Cases normalise_grad(const std::vector<Sets>& sets, DType type) {
    Values values(506);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Sets& s : sets) {
        const Operand x = values.uniform(type, s.x);
        Operand mean = Values::of(acc, s.statistic(), {}), inverse = mean;
        mean.values.resize(static_cast<std::size_t>(s.statistic().count()));
        inverse.values.resize(mean.values.size());
        const auto count = static_cast<double>(x.values.size() / mean.values.size());
        for (std::size_t i = 0; i < x.values.size(); ++i)
            mean.values[s.of(i)] += x.values[i] / count;
        for (std::size_t i = 0; i < x.values.size(); ++i)
            inverse.values[s.of(i)] += std::pow(x.values[i] - mean.values[s.of(i)], 2) / count;
        for (double& value : inverse.values)
            value = 1 / std::sqrt(value + 1e-3);
        cases.push_back({"",
                         s.x.text() + " in " + std::to_string(s.groups),
                         {values.uniform(type, s.x), x, values.uniform(acc, {s.x[-1]}, 0.5, 2),
                          Values::of(acc, mean.type.shape, mean.values),
                          Values::of(acc, mean.type.shape, inverse.values)},
                         s.attrs()});
    }
    return cases;
}

Cases moving_average(DType type) {
    Values values(504);
    Operand bad = values.uniform(type, {5});
    bad.values[1] = std::numeric_limits<double>::quiet_NaN();
    bad.values[3] = std::numeric_limits<double>::infinity();
    const Attributes momentum = {{"momentum", 0.9}};
    const Operand x = values.uniform(type, {37}), y = values.uniform(type, {37});
    return {{"", "vector", {x, y}, momentum},
            {"", "values that are not finite", {values.uniform(type, {5}), bad}, momentum},
            {"", "ok", {x, y, Values::scalar(type, 1)}, momentum},
            {"", "not ok", {x, y, Values::scalar(type, 0)}, momentum}};
}

} // namespace

void add_norm_cases(CaseTable& table) {
    table["batch_norm"] = training;
    table["batch_norm_grad"] = backward;
    table["batch_norm_inference"] = inference;
    table["layer_norm"] = [](DType type) { return normalise(layers(), type); };
    table["layer_norm_grad"] = [](DType type) { return normalise_grad(layers(), type); };
    table["group_norm"] = [](DType type) { return normalise(groups(), type); };
    table["group_norm_grad"] = [](DType type) { return normalise_grad(groups(), type); };
    table["moving_average"] = moving_average;
}

} // namespace laptime::test
