// SPDX-License-Identifier: Apache-2.0
// Cases of matmul: every transposition, one row, odd sizes, sizes beyond one block, fused forms,
// full-precision output.
#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

struct Product {
    std::int64_t rows, inner, columns;
};

Cases matmul(DType type) {
    Values values(201);
    Cases cases;
    for (const Product s :
         {Product{1, 5, 3}, {7, 13, 10}, {16, 32, 64}, {33, 17, 65}, {1, 1, 1}, {3, 784, 11}}) {
        const std::string size =
            std::to_string(s.rows) + " x " + std::to_string(s.inner) + " x " + std::to_string(s.columns);
        for (const bool ta : {false, true})
            for (const bool tb : {false, true}) {
                const Operand a = values.uniform(type, ta ? Shape{s.inner, s.rows} : Shape{s.rows, s.inner});
                const Operand b =
                    values.uniform(type, tb ? Shape{s.columns, s.inner} : Shape{s.inner, s.columns});
                const std::string name = size + (ta ? ", a transposed" : "") + (tb ? ", b transposed" : "");
                const Attributes plain = {{"transpose_a", ta}, {"transpose_b", tb}};
                Attributes accumulate = plain, relu = plain;
                accumulate.set("accumulate_output", true);
                relu.set("activation", std::string("relu"));
                const Operand bias = values.uniform(type, {s.columns});
                const Operand full_bias = values.uniform(accumulation_type(type), {s.columns});
                cases.push_back({"", name, {a, b}, plain});
                cases.push_back({"", name + ", full-precision output", {a, b}, accumulate});
                cases.push_back({"", name + ", bias", {a, b, bias}, plain});
                cases.push_back({"", name + ", full-precision bias, relu", {a, b, full_bias}, relu});
                cases.push_back({"", name + ", relu", {a, b}, relu});
            }
    }
    return cases;
}

} // namespace

void add_matmul_cases(CaseTable& table) {
    table["matmul"] = matmul;
}

} // namespace laptime::test
