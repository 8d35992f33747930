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

struct Sequence {
    std::int64_t batch, length, channels, heads;
    bool causal;
    std::string name() const {
        return std::to_string(batch) + " x " + std::to_string(length) + " x " + std::to_string(channels) +
               ", " + std::to_string(heads) + " heads" + (causal ? ", causal" : "");
    }
    Attributes attrs() const { return {{"heads", heads}, {"causal", causal}}; }
    Operand qkv(Values& values, DType type) const {
        return values.uniform(type, {batch, length, 3 * channels}, -2, 2);
    }
};

std::vector<Sequence> sequences() {
    std::vector<Sequence> list;
    for (const bool causal : {false, true})
        for (const Sequence& s : {Sequence{1, 1, 4, 1, false},
                                  {2, 1, 6, 3, false},
                                  {1, 7, 12, 3, false},
                                  {3, 16, 32, 2, false},
                                  {2, 65, 51, 3, false},
                                  {1, 129, 40, 1, false},
                                  {2, 33, 128, 4, false},
                                  {1, 50, 144, 2, false}})
            list.push_back({s.batch, s.length, s.channels, s.heads, causal});
    return list;
}

Cases attention(DType type) {
    Values values(1203);
    Cases cases;
    for (const Sequence& s : sequences())
        cases.push_back({"", s.name(), {s.qkv(values, type)}, s.attrs()});
    const Sequence large{1, 20, 32, 2, true};
    cases.push_back({"", "large scores", {values.uniform(type, {1, 20, 96}, -30, 30)}, large.attrs(), false});
    return cases;
}

Cases attention_grad(DType type) {
    Values values(1205);
    Cases cases;
    for (const Sequence& s : sequences()) {
        const Shape y = {s.batch, s.length, s.channels};
        // Any y and logsumexp will do: the rule only uses the numbers.
        const double usual = std::log(static_cast<double>(s.length)) + 1;
        cases.push_back(
            {"",
             s.name(),
             {values.uniform(type, y), s.qkv(values, type), values.uniform(type, y),
              values.uniform(accumulation_type(type), {s.batch, s.heads, s.length}, usual, usual + 1)},
             s.attrs()});
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
    table["attention"] = attention;
    table["attention_grad"] = attention_grad;
    table["argmax"] = argmax;
}

} // namespace laptime::test
