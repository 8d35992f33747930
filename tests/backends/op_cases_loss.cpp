// SPDX-License-Identifier: Apache-2.0
// Cases of softmax and the losses, and of the counts and sums behind their metrics.
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

/// Rows of numbers that are not negative and add up to 1.
Operand distributions(Values& values, DType type, const Shape& shape) {
    Operand rows = values.uniform(type, shape, 0, 1);
    const auto classes = static_cast<std::size_t>(shape[1]);
    for (std::size_t row = 0; row < static_cast<std::size_t>(shape[0]); ++row) {
        double sum = 0;
        for (std::size_t c = 0; c < classes; ++c)
            sum += rows.values[row * classes + c];
        for (std::size_t c = 0; c < classes; ++c)
            rows.values[row * classes + c] /= sum;
    }
    return Values::of(type, shape, rows.values);
}

/// Every form of labels, with the attributes that go with it.
struct LabelForm {
    std::string name;
    Operand labels;
    Attributes attrs;
};
std::vector<LabelForm> label_forms(Values& values, const Shape& shape) {
    const Operand labels = values.below(DType::i32, {shape[0]}, shape[1]);
    const Operand weights = values.uniform(DType::f64, {shape[1]}, 0, 3);
    const Operand soft = distributions(values, DType::f32, shape);
    Operand one_hot = Values::of(DType::f32, shape, std::vector<double>(soft.values.size()));
    for (std::size_t row = 0; row < labels.values.size(); ++row)
        one_hot
            .values[row * static_cast<std::size_t>(shape[1]) + static_cast<std::size_t>(labels.values[row])] =
            1;
    const Attributes weighted = {{"class_weights", weights.values}};
    Attributes both = weighted;
    both.set("label_smoothing", 0.2);
    return {{"", labels, {}},
            {", smoothed", labels, {{"label_smoothing", 0.1}}},
            {", weighted", labels, weighted},
            {", smoothed and weighted", labels, both},
            {", one-hot", one_hot, {}},
            {", soft", soft, {}},
            {", soft and smoothed", soft, {{"label_smoothing", 0.1}}}};
}

Cases forward(DType type) {
    Values values(601);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand scale = Values::scalar(type, 1.0 / 64);
        for (const LabelForm& form : label_forms(values, shape))
            cases.push_back({"",
                             shape.text() + form.name,
                             {values.uniform(type, shape, -3, 3), form.labels, scale},
                             form.attrs});
        cases.push_back({"",
                         shape.text() + ", large logits",
                         {values.uniform(type, shape, -1000, 1000),
                          values.below(DType::i32, {shape[0]}, shape[1]), scale},
                         {},
                         false});
    }
    return cases;
}

Cases backward(DType type) {
    Values values(602);
    Cases cases;
    for (const Shape& shape : shapes())
        for (const LabelForm& form : label_forms(values, shape))
            cases.push_back({"",
                             shape.text() + form.name,
                             {Values::scalar(type, 32768), distributions(values, type, shape), form.labels,
                              Values::scalar(type, 1.0 / 64)},
                             form.attrs});
    return cases;
}

Cases softmax(DType type) {
    Values values(604);
    Cases cases;
    for (const Shape& shape :
         {Shape{1}, Shape{7}, Shape{3, 10}, Shape{2, 3, 5, 17}, Shape{33, 65}, Shape{300, 64}}) {
        cases.push_back({"", shape.text(), {values.uniform(type, shape, -3, 3)}, {}});
        cases.push_back(
            {"", shape.text() + ", large", {values.uniform(type, shape, -1000, 1000)}, {}, false});
    }
    return cases;
}

Cases softmax_grad(DType type) {
    Values values(605);
    Cases cases;
    for (const Shape& shape : shapes())
        if (shape[1] > 1) // of one class the gradient is 0, but for rounding
            cases.push_back(
                {"", shape.text(), {values.uniform(type, shape), distributions(values, type, shape)}, {}});
    return cases;
}

Cases top_k(DType type) {
    Values values(606);
    Cases cases;
    for (const Shape& shape : shapes())
        for (const std::int64_t k : {1, 5}) {
            const Operand labels = values.below(DType::i32, {shape[0]}, shape[1]);
            const Attributes attrs = {{"k", k}};
            const std::string name = shape.text() + ", k = " + std::to_string(k);
            cases.push_back({"", name, {values.uniform(type, shape), labels}, attrs});
            cases.push_back({"", name + ", ties", {values.below(type, shape, 3), labels}, attrs});
        }
    cases.push_back({"",
                     "NaN is never right",
                     {Values::of(type, {3, 3}, {nan, nan, nan, 1, 2, nan, 1, 2, 3}),
                      Values::of(DType::i32, {3}, {0, 1, 0})},
                     {{"k", std::int64_t{5}}}});
    return cases;
}

const std::vector<Shape>& rows_of_values() {
    static const std::vector<Shape> list = {{1, 1}, {7, 1}, {33, 3}, {1, 10}, {701, 5}};
    return list;
}

Attributes kind(const std::string& name) {
    return {{"kind", name}, {"delta", 0.5}};
}
const std::vector<Attributes>& kinds() {
    static const std::vector<Attributes> list = {kind("mse"), kind("mae"), kind("huber")};
    return list;
}

/// (values, targets[, scale])
Cases with_targets(DType type, const Attributes& attrs, double least, double most, bool with_scale) {
    Values values(607);
    Cases cases;
    for (const Shape& shape : rows_of_values()) {
        OpCase c{"",
                 attrs.text("kind") + shape.text(),
                 {values.uniform(type, shape, -3, 3), values.uniform(DType::f32, shape, least, most)},
                 attrs};
        if (with_scale)
            c.operands.push_back(Values::scalar(type, 1.0 / 64));
        cases.push_back(c);
    }
    return cases;
}

/// (dloss, values, targets, scale)
Cases with_targets_grad(DType type, const Attributes& attrs, double least, double most) {
    Cases cases = with_targets(type, attrs, least, most, true);
    for (OpCase& c : cases)
        c.operands.insert(c.operands.begin(), Values::scalar(type, 32768));
    return cases;
}

Cases append(Cases first, const Cases& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Cases binary(DType type) {
    Cases cases = with_targets(type, {}, 0, 1, true);
    Values values(608);
    cases.push_back({"",
                     "large logits, hard targets",
                     {values.uniform(type, {50, 2}, -1000, 1000), values.below(DType::f32, {50, 2}, 2),
                      Values::scalar(type, 1.0 / 64)},
                     {},
                     false});
    return cases;
}

Cases binary_count(DType type) {
    Cases cases = with_targets(type, {}, 0, 1, false);
    cases.push_back({"",
                     "the border, and NaN",
                     {Values::of(type, {3, 2}, {0, 0, nan, nan, 1, -1}),
                      Values::of(DType::f32, {3, 2}, {0, 1, 0, 1, 0.5, 0.5})},
                     {}});
    return cases;
}

Cases regression(DType type) {
    Cases cases;
    for (const Attributes& attrs : kinds())
        cases = append(cases, with_targets(type, attrs, -3, 3, true));
    return cases;
}

Cases regression_grad(DType type) {
    Cases cases;
    for (const Attributes& attrs : kinds())
        cases = append(cases, with_targets_grad(type, attrs, -3, 3));
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
    table["top_k_count"] = top_k;
    table["softmax"] = softmax;
    table["softmax_grad"] = softmax_grad;
    table["binary_cross_entropy"] = binary;
    table["binary_cross_entropy_grad"] = [](DType type) { return with_targets_grad(type, {}, 0, 1); };
    table["binary_correct_count"] = binary_count;
    table["regression_loss"] = regression;
    table["regression_loss_grad"] = regression_grad;
    table["regression_sums"] = [](DType type) { return with_targets(type, {}, -3, 3, false); };
}

} // namespace laptime::test
