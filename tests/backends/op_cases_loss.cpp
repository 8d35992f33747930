// SPDX-License-Identifier: Apache-2.0
// Cases of the classification loss and of counting right answers.
#include <cmath>
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> list = {{1, 10}, {7, 3}, {33, 10}, {5, 1}, {3, 100}};
    return list;
}

Cases forward(DType type) {
    Values values(601);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand labels = values.below(DType::i32, {shape[0]}, shape[1]);
        cases.push_back({"",
                         shape.text(),
                         {values.uniform(type, shape, -3, 3), labels, Values::scalar(type, 1.0 / 64)},
                         {}});
        cases.push_back({"",
                         shape.text() + ", large logits",
                         {values.uniform(type, shape, -1000, 1000), labels, Values::scalar(type, 1.0 / 64)},
                         {},
                         false});
    }
    return cases;
}

Cases backward(DType type) {
    Values values(602);
    Cases cases;
    for (const Shape& shape : shapes()) {
        Operand probabilities = values.uniform(type, shape, 0, 1);
        const auto classes = static_cast<std::size_t>(shape[1]);
        for (std::size_t row = 0; row < static_cast<std::size_t>(shape[0]); ++row) {
            double sum = 0;
            for (std::size_t c = 0; c < classes; ++c)
                sum += probabilities.values[row * classes + c];
            for (std::size_t c = 0; c < classes; ++c)
                probabilities.values[row * classes + c] /= sum;
        }
        cases.push_back({"",
                         shape.text(),
                         {Values::scalar(type, 32768), Values::of(type, shape, probabilities.values),
                          values.below(DType::i32, {shape[0]}, shape[1]), Values::scalar(type, 1.0 / 64)},
                         {}});
    }
    return cases;
}

Cases count(DType type) {
    Values values(603);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand labels = values.below(DType::i32, {shape[0]}, shape[1]);
        cases.push_back({"", shape.text(), {values.uniform(type, shape), labels}, {}});
        cases.push_back({"", shape.text() + ", ties", {values.below(type, shape, 2), labels}, {}});
    }
    cases.push_back({"",
                     "NaN is never right",
                     {Values::of(type, {4, 3}, {nan, nan, nan, 1, 2, nan, nan, 1, 0, 0, 1, 2}),
                      Values::of(DType::i32, {4}, {0, 1, 1, 2})},
                     {}});
    return cases;
}

} // namespace

void add_loss_cases(CaseTable& table) {
    table["softmax_cross_entropy"] = forward;
    table["softmax_cross_entropy_grad"] = backward;
    table["correct_count"] = count;
}

} // namespace laptime::test
