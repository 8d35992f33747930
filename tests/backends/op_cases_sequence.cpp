// SPDX-License-Identifier: Apache-2.0
// Cases of what sequences need: embedding, attention and argmax. Lengths and widths that fill no vector, one
// item, one token, more rows than one block holds.
#include <cmath>
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Table {
    Shape ids;
    std::int64_t rows, width;
    std::string name() const {
        return ids.text() + " of " + std::to_string(rows) + " x " + std::to_string(width);
    }
};

const std::vector<Table>& tables() {
    static const std::vector<Table> list = {{{2, 5}, 7, 3}, {{1, 1}, 1, 1}, {{3, 4}, 65, 16},
                                            {{17}, 5, 33},  {{}, 4, 8},     {{40, 64}, 65, 20}};
    return list;
}

Cases embedding(DType type) {
    Values values(1201);
    Cases cases;
    for (const Table& t : tables()) {
        const Operand ids = values.below(DType::i32, t.ids, t.rows);
        cases.push_back({"", t.name(), {ids, values.uniform(type, {t.rows, t.width})}, {}});
        if (is_half(type)) // as the precision pass writes it
            cases.push_back({"",
                             t.name() + ", float32 table",
                             {ids, values.uniform(DType::f32, {t.rows, t.width})},
                             {{"dtype", std::string(name_of(type))}}});
    }
    return cases;
}

Cases embedding_grad(DType type) {
    Values values(1202);
    Cases cases;
    for (const Table& t : tables()) {
        std::vector<std::int64_t> dy = t.ids.dims();
        dy.push_back(t.width);
        cases.push_back({"",
                         t.name(),
                         {values.uniform(type, Shape(dy)), values.below(DType::i32, t.ids, t.rows)},
                         {{"rows", t.rows}}});
    }
    return cases;
}

Cases argmax(DType type) {
    Values values(1204);
    Cases cases;
    for (const Shape& shape : {Shape{1, 10}, Shape{7, 3}, Shape{33, 65}, Shape{5, 1}, Shape{300, 100}}) {
        cases.push_back({"", shape.text(), {values.uniform(type, shape)}, {}});
        cases.push_back({"", shape.text() + ", ties", {values.below(type, shape, 2)}, {}});
    }
    cases.push_back(
        {"",
         "NaN and infinity",
         {Values::of(type, {4, 3}, {1, nan, nan, infinity, 2, nan, -infinity, -infinity, 0, nan, 1, 2})},
         {}});
    return cases;
}

} // namespace

void add_sequence_cases(CaseTable& table) {
    table["embedding"] = embedding;
    table["embedding_grad"] = embedding_grad;
    table["argmax"] = argmax;
}

} // namespace laptime::test
