// SPDX-License-Identifier: Apache-2.0
// Cases of batch normalisation and of the moving averages behind it.
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> list = {{4, 5, 6, 3}, {2, 3, 3, 16}, {3, 4, 4, 37},
                                            {8, 7},       {1, 4, 4, 2},  {5, 1}};
    return list;
}

const Attributes attrs = {{"epsilon", 1e-3}};

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
        cases.push_back({"", shape.text(), {values.uniform(type, shape), gamma, beta}, attrs});
        cases.push_back(
            {"", shape.text() + ", far from 0", {values.uniform(type, shape, 3, 5), gamma, beta}, attrs});
    }
    return cases;
}

Cases backward(DType type) {
    Values values(502);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand x = values.uniform(type, shape), mean = mean_of(x, acc);
        cases.push_back({"",
                         shape.text(),
                         {values.uniform(type, shape), x, values.uniform(acc, {shape[-1]}, 0.5, 2), mean,
                          variance_of(x, mean)},
                         attrs});
    }
    return cases;
}

Cases inference(DType type) {
    Values values(503);
    const DType acc = accumulation_type(type);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Shape channels = {shape[-1]};
        cases.push_back({"",
                         shape.text(),
                         {values.uniform(type, shape), values.uniform(acc, channels, 0.5, 2),
                          values.uniform(acc, channels), values.uniform(acc, channels),
                          values.uniform(acc, channels, 0, 2)},
                         attrs});
    }
    return cases;
}

Cases moving_average(DType type) {
    Values values(504);
    Operand bad = values.uniform(type, {5});
    bad.values[1] = std::numeric_limits<double>::quiet_NaN();
    bad.values[3] = std::numeric_limits<double>::infinity();
    const Attributes momentum = {{"momentum", 0.9}};
    return {{"", "vector", {values.uniform(type, {37}), values.uniform(type, {37})}, momentum},
            {"", "values that are not finite", {values.uniform(type, {5}), bad}, momentum}};
}

} // namespace

void add_norm_cases(CaseTable& table) {
    table["batch_norm"] = training;
    table["batch_norm_grad"] = backward;
    table["batch_norm_inference"] = inference;
    table["moving_average"] = moving_average;
}

} // namespace laptime::test
