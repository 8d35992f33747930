// SPDX-License-Identifier: Apache-2.0
// Cases of the operations that move elements: concat, slice, pad, transpose and upsample.
#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

using List = std::vector<std::int64_t>;

Cases concat(DType type) {
    Values values(1101);
    struct {
        std::vector<Shape> parts;
        std::int64_t axis;
    } const list[] = {{{{1, 1, 5}, {1, 6, 5}}, 1},         {{{3, 7}, {3, 1}, {3, 16}}, 1},
                      {{{2, 4, 4, 3}, {2, 4, 4, 17}}, -1}, {{{2, 3}, {5, 3}}, 0},
                      {{{7}, {1}, {2}, {33}}, 0},          {{{3, 5}}, 0},
                      {{{33, 40, 20}, {33, 25, 20}}, -2}};
    Cases cases;
    for (const auto& [parts, axis] : list) {
        OpCase c{"", "along axis " + std::to_string(axis), {}, {{"axis", axis}}};
        for (const Shape& part : parts) {
            c.operands.push_back(values.uniform(type, part));
            c.name += " " + part.text();
        }
        cases.push_back(c);
    }
    for (const DType integer : {DType::i32, DType::u8})
        cases.push_back({"",
                         "integers",
                         {values.below(integer, {3, 2}, 100), values.below(integer, {3, 5}, 100)},
                         {{"axis", std::int64_t{1}}},
                         false});
    return cases;
}

Cases slice(DType type) {
    Values values(1102);
    struct {
        Shape x;
        List begin, size;
    } const list[] = {{{2, 5, 7}, {0, 1, 0}, {2, 4, 7}},
                      {{2, 5, 7}, {1, 0, 3}, {1, 5, 1}},
                      {{3, 4, 5, 6}, {0, 0, 0, 2}, {-1, 2, -1, 3}},
                      {{9}, {4}, {5}},
                      {{1, 1}, {0, 0}, {1, 1}},
                      {{70, 33, 17}, {3, 1, 0}, {64, 32, 16}},
                      {{}, {}, {}}};
    Cases cases;
    for (const auto& [x, begin, size] : list)
        cases.push_back({"",
                         Shape(size).text() + " at " + Shape(begin).text() + " of " + x.text(),
                         {values.uniform(type, x)},
                         {{"begin", begin}, {"size", size}}});
    cases.push_back({"",
                     "integers",
                     {values.below(DType::i32, {4, 5}, 1000)},
                     {{"begin", List{1, 2}}, {"size", List{2, 3}}},
                     false});
    return cases;
}

Cases pad(DType type) {
    Values values(1103);
    struct {
        Shape x;
        List before, after;
    } const list[] = {{{2, 4, 7}, {0, 1, 0}, {0, 0, 0}},
                      {{2, 5, 7}, {1, 0, 3}, {0, 2, 1}},
                      {{3, 4, 5, 6}, {0, 2, 2, 0}, {0, 1, 1, 0}},
                      {{9}, {0}, {7}},
                      {{1, 1}, {0, 0}, {0, 0}},
                      {{64, 32, 16}, {3, 1, 0}, {3, 0, 1}},
                      {{}, {}, {}}};
    Cases cases;
    for (const auto& [x, before, after] : list)
        cases.push_back({"",
                         x.text() + " by " + Shape(before).text() + " and " + Shape(after).text(),
                         {values.uniform(type, x)},
                         {{"before", before}, {"after", after}}});
    cases.push_back({"",
                     "integers",
                     {values.below(DType::u8, {4, 5}, 200)},
                     {{"before", List{1, 0}}, {"after", List{0, 3}}},
                     false});
    return cases;
}

Cases transpose(DType type) {
    Values values(1104);
    struct {
        Shape x;
        List perm;
    } const list[] = {{{3, 5}, {1, 0}},
                      {{33, 65}, {1, 0}},
                      {{1, 7}, {1, 0}},
                      {{2, 3, 5, 4}, {0, 2, 1, 3}},
                      {{2, 3, 5, 4}, {0, 3, 1, 2}},
                      {{2, 3, 5, 4}, {3, 1, 0, 2}},
                      {{2, 3, 5, 4}, {0, 1, 2, 3}},
                      {{2, 3, 17, 19}, {1, 0, 3, 2}},
                      {{5}, {0}},
                      {{2, 5, 4, 3, 6}, {4, 2, 3, 0, 1}},
                      {{1, 1, 1}, {2, 0, 1}},
                      {{70, 20, 33}, {2, 0, 1}},
                      {{}, {}}};
    Cases cases;
    for (const auto& [x, perm] : list)
        cases.push_back(
            {"", x.text() + " by " + Shape(perm).text(), {values.uniform(type, x)}, {{"perm", perm}}});
    for (const DType integer : {DType::i32, DType::u8})
        cases.push_back(
            {"", "integers", {values.below(integer, {4, 5, 3}, 200)}, {{"perm", List{1, 2, 0}}}, false});
    return cases;
}

struct Enlarged {
    Shape x;
    List size;
};

const std::vector<Enlarged>& enlarged() {
    static const std::vector<Enlarged> list = {
        {{2, 3, 4, 5}, {2, 2}}, {{1, 1, 1, 3}, {3, 2}}, {{1, 5, 2, 17}, {1, 3}}, {{3, 8, 8, 16}, {2, 4}}};
    return list;
}

Attributes enlargement(const Enlarged& e, bool bilinear) {
    Attributes attrs = {{"size", e.size}};
    if (bilinear)
        attrs.set("interpolation", std::string("bilinear"));
    return attrs;
}

Cases upsample(DType type) {
    Values values(1105);
    Cases cases;
    for (const Enlarged& e : enlarged())
        for (const bool bilinear : {false, true})
            cases.push_back({"",
                             e.x.text() + " by " + Shape(e.size).text() + (bilinear ? ", bilinear" : ""),
                             {values.uniform(type, e.x)},
                             enlargement(e, bilinear)});
    return cases;
}

Cases upsample_grad(DType type) {
    Values values(1106);
    Cases cases;
    for (const Enlarged& e : enlarged())
        for (const bool bilinear : {false, true})
            cases.push_back({"",
                             e.x.text() + " by " + Shape(e.size).text() + (bilinear ? ", bilinear" : ""),
                             {values.uniform(type, {e.x[0], e.x[1] * e.size[0], e.x[2] * e.size[1], e.x[3]})},
                             enlargement(e, bilinear)});
    return cases;
}

} // namespace

void add_move_cases(CaseTable& table) {
    table["concat"] = concat;
    table["slice"] = slice;
    table["pad"] = pad;
    table["transpose"] = transpose;
    table["upsample"] = upsample;
    table["upsample_grad"] = upsample_grad;
}

} // namespace laptime::test
