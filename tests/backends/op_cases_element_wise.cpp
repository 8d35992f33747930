// SPDX-License-Identifier: Apache-2.0
// Cases of the operations that treat elements one by one, of biases and of reshapes.
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> list = {{1},      {7},          {1, 10},       {5, 3},
                                            {33, 65}, {1, 5, 7, 3}, {2, 4, 4, 16}, {3, 3, 5, 17}};
    return list;
}

Cases constant(DType type) {
    const std::string dtype(name_of(type));
    return {
        {"", "scalar", {}, {{"value", 0.7}, {"dtype", dtype}, {"shape", std::vector<std::int64_t>{}}}},
        {"", "matrix", {}, {{"value", -3.0}, {"dtype", dtype}, {"shape", std::vector<std::int64_t>{3, 5}}}}};
}

Cases cast(DType type) {
    Values values(301);
    Cases cases;
    for (const DType to : {DType::f64, DType::f32, DType::f16, DType::bf16}) {
        const Attributes attrs = {{"dtype", std::string(name_of(to))}};
        for (const Shape& shape : shapes())
            cases.push_back({"",
                             "to " + std::string(name_of(to)) + " " + shape.text(),
                             {values.uniform(type, shape, -3, 3)},
                             attrs});
        cases.push_back({"",
                         "to " + std::string(name_of(to)) + ", special values",
                         {Values::of(type, {12},
                                     {0.0, -0.0, 1.0, 65504.0, 65519.0, 65520.0, -1e6, 6e-8, -3e-5, infinity,
                                      -infinity, nan})},
                         attrs,
                         false});
    }
    return cases;
}

Cases rescale(DType type) {
    Values values(302);
    const std::string dtype(name_of(type));
    const Attributes attrs = {{"scale", 1.0 / 255}, {"offset", -0.5}, {"dtype", dtype}};
    Cases cases;
    for (const Shape& shape : {Shape{2, 5, 7, 1}, Shape{1, 4, 4, 3}, Shape{3, 28, 28, 1}, Shape{6}}) {
        cases.push_back({"", "uint8 " + shape.text(), {values.below(DType::u8, shape, 256)}, attrs});
        cases.push_back({"", dtype + " " + shape.text(), {values.uniform(type, shape, -200, 200)}, attrs});
        cases.push_back(
            {"", "float32 " + shape.text(), {values.uniform(DType::f32, shape, -200, 200)}, attrs, false});
    }
    return cases;
}

Cases reshape(DType type) {
    Values values(303);
    struct {
        Shape from;
        std::vector<std::int64_t> to;
    } const list[] = {{{2, 3, 4, 5}, {2, 60}},
                      {{2, 7, 7, 16}, {2, -1}},
                      {{3, 5, 5, 17}, {3, -1}},
                      {{6, 12}, {-1, 2, 2, 3}},
                      {{2, 32}, {2, 1, 2, 16}},
                      {{1, 1}, {}},
                      {{}, {1, 1}},
                      {{3, 5, 5, 17}, {15, 5, 17}},
                      {{4, 6}, {4, 6}}};
    Cases cases;
    for (const auto& [from, to] : list)
        cases.push_back(
            {"", from.text() + " to " + Shape(to).text(), {values.uniform(type, from)}, {{"shape", to}}});
    return cases;
}

Cases add_or_mul(DType type) {
    Values values(304);
    Cases cases;
    for (const Shape& shape : shapes()) {
        const Operand a = values.uniform(type, shape);
        cases.push_back({"", shape.text(), {a, values.uniform(type, shape)}, {}});
        cases.push_back({"", shape.text() + " and a scalar", {a, values.uniform(type, {})}, {}});
        if (is_half(type))
            cases.push_back(
                {"", shape.text() + " and a float32 scalar", {a, values.uniform(DType::f32, {})}, {}});
    }
    cases.push_back({"", "two scalars", {values.uniform(type, {}), values.uniform(type, {})}, {}});
    return cases;
}

Cases reciprocal(DType type) {
    return {{"", "1024", {Values::scalar(type, 1024)}, {}}, {"", "3", {Values::scalar(type, 3)}, {}}};
}

Cases bias_add(DType type) {
    Values values(305);
    Cases cases;
    for (const Shape& shape : shapes())
        cases.push_back(
            {"", shape.text(), {values.uniform(type, shape), values.uniform(type, {shape[-1]})}, {}});
    return cases;
}

Cases bias_grad(DType type) {
    Values values(306);
    Cases cases;
    for (const Shape& shape : shapes())
        cases.push_back({"", shape.text(), {values.uniform(type, shape)}, {}});
    cases.push_back({"", "many rows", {values.uniform(type, {1000, 3})}, {}});
    return cases;
}

Cases relu(DType type) {
    Values values(307);
    Cases cases;
    for (const Shape& shape : shapes())
        cases.push_back({"", shape.text(), {values.uniform(type, shape)}, {}});
    cases.push_back(
        {"", "special values", {Values::of(type, {5}, {0.0, -0.0, infinity, -infinity, nan})}, {}, false});
    return cases;
}

Cases relu_grad(DType type) {
    Values values(308);
    Cases cases;
    for (const Shape& shape : shapes()) {
        Operand y = values.uniform(type, shape);
        for (double& value : y.values)
            value = value < 0 ? 0 : value;
        cases.push_back({"", shape.text(), {values.uniform(type, shape), y}, {}});
    }
    return cases;
}

Cases dropout(DType type) {
    Values values(309);
    Cases cases;
    struct {
        double rate;
        std::int64_t stream;
        std::vector<std::int64_t> rng; // seed, epoch, step, first item
    } const draws[] = {{0.0, 0, {1, 0, 0, 0}},
                       {0.3, 1, {7, 2, 31, 0}},
                       {0.5, 3, {-5, 1, 100000, 3}},
                       {0.9, 65535, {std::int64_t{1} << 62 | 12345, 9, 8, 1 << 20}}};
    for (const Shape& shape : shapes())
        for (const auto& d : draws)
            cases.push_back({"",
                             shape.text() + ", rate " + std::to_string(d.rate),
                             {values.uniform(type, shape, 0.5, 1), Values::integers({4}, d.rng)},
                             {{"rate", d.rate}, {"stream", d.stream}}});
    return cases;
}

Cases all_finite(DType type) {
    Values values(310);
    const Operand a = values.uniform(type, {3, 5}), b = values.uniform(type, {2, 3, 3, 17});
    Operand with_nan = b, with_infinity = a;
    with_nan.values.back() = nan;
    with_infinity.values[4] = -infinity;
    return {{"", "one", {a}, {}},
            {"", "two", {a, b}, {}},
            {"", "NaN at the end", {a, with_nan}, {}},
            {"", "infinity", {with_infinity, b}, {}},
            {"", "a scalar", {values.uniform(type, {})}, {}},
            {"",
             "finite values with an infinite sum",
             {Values::of(type, {3},
                         std::vector<double>(3, type == DType::f16   ? 60000.0
                                                : type == DType::f64 ? 1e308
                                                                     : 3e38))},
             {}}};
}

Cases global_norm(DType type) {
    Values values(311);
    const double huge = type == DType::f64 ? 1e150 : 1e30; // its square is no float32
    return {{"", "one", {values.uniform(type, {7})}, {}},
            {"",
             "three",
             {values.uniform(type, {3, 5}), values.uniform(type, {}), values.uniform(type, {100, 201})},
             {}},
            {"", "zeros", {Values::of(type, {4}, {0, 0, -0.0, 0})}, {}},
            {"", "large numbers", {Values::of(type, {2}, {3 * huge, -4 * huge})}, {}},
            {"", "infinity", {values.uniform(type, {3}), Values::of(type, {2}, {1, -infinity})}, {}},
            {"", "NaN", {Values::of(type, {2}, {1, nan})}, {}}};
}

Cases clip_factor(DType type) {
    Cases cases;
    for (const double norm : {0.0, 0.5, 2.0, 8.0, infinity, nan})
        cases.push_back({"", std::to_string(norm), {Values::scalar(type, norm)}, {{"max_norm", 2.0}}});
    return cases;
}

Cases clamp(DType type) {
    Values values(312);
    const Attributes attrs = {{"least", -0.5}, {"most", 0.25}};
    Cases cases;
    for (const Shape& shape : shapes())
        cases.push_back({"", shape.text(), {values.uniform(type, shape)}, attrs});
    cases.push_back(
        {"", "special values", {Values::of(type, {5}, {0.0, -0.0, infinity, -infinity, nan})}, attrs});
    return cases;
}

} // namespace

void add_element_wise_cases(CaseTable& table) {
    table["constant"] = constant;
    table["cast"] = cast;
    table["rescale"] = rescale;
    table["reshape"] = reshape;
    table["add"] = [](DType type) {
        Cases cases = add_or_mul(type);
        for (OpCase c : add_or_mul(type)) {
            c.name += " and relu";
            c.attrs = {{"activation", std::string("relu")}};
            cases.push_back(std::move(c));
        }
        return cases;
    };
    table["mul"] = add_or_mul;
    table["reciprocal"] = reciprocal;
    table["bias_add"] = bias_add;
    table["bias_grad"] = bias_grad;
    table["relu"] = relu;
    table["relu_grad"] = relu_grad;
    table["dropout"] = dropout;
    table["all_finite"] = all_finite;
    table["global_norm"] = global_norm;
    table["clip_factor"] = clip_factor;
    table["clamp"] = clamp;
}

} // namespace laptime::test
