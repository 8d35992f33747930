// SPDX-License-Identifier: Apache-2.0
// Cases of the activations: values near 0, where they bend, and far out, where they are flat.
#include <limits>

#include "tests/backends/op_case.h"

namespace laptime::test {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> list = {{1},          {7},           {1, 10},     {33, 65},
                                            {1, 5, 7, 3}, {3, 3, 5, 17}, {2, 70, 131}};
    return list;
}

Cases of_x(DType type, const Attributes& attrs) {
    Values values(901);
    Cases cases;
    for (const Shape& shape : shapes())
        for (const double range : {1.0, 8.0})
            cases.push_back({"",
                             shape.text() + " up to " + std::to_string(range),
                             {values.uniform(type, shape, -range, range)},
                             attrs});
    cases.push_back({"", "far out", {values.uniform(type, {64}, -300, 300)}, attrs, false});
    cases.push_back({"",
                     "special values",
                     {Values::of(type, {8}, {0.0, -0.0, 1e-30, -1e-30, 3e4, -3e4, infinity, nan})},
                     attrs,
                     false});
    return cases;
}

/// (dy, x) or (dy, y) with the second from the range given.
Cases of_saved(DType type, const Attributes& attrs, double low, double high) {
    Values values(902);
    Cases cases;
    for (const Shape& shape : shapes())
        cases.push_back({"",
                         shape.text(),
                         {values.uniform(type, shape, -3, 3), values.uniform(type, shape, low, high)},
                         attrs});
    return cases;
}

Cases append(Cases first, const Cases& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

Attributes slope(double value) {
    return {{"slope", value}};
}
Attributes approximate(bool value) {
    return {{"approximate", value}};
}

} // namespace

void add_activation_cases(CaseTable& table) {
    table["leaky_relu"] = [](DType type) {
        return append(append(of_x(type, slope(0.01)), of_x(type, slope(0.3))), of_x(type, slope(0)));
    };
    table["leaky_relu_grad"] = [](DType type) { return of_saved(type, slope(0.2), -1, 1); };
    table["gelu"] = [](DType type) {
        return append(of_x(type, approximate(false)), of_x(type, approximate(true)));
    };
    table["gelu_grad"] = [](DType type) {
        return append(of_saved(type, approximate(false), -8, 8), of_saved(type, approximate(true), -8, 8));
    };
    table["silu"] = [](DType type) { return of_x(type, {}); };
    table["silu_grad"] = [](DType type) { return of_saved(type, {}, -12, 12); };
    table["tanh"] = [](DType type) { return of_x(type, {}); };
    table["tanh_grad"] = [](DType type) { return of_saved(type, {}, -1, 1); };
    table["sigmoid"] = [](DType type) { return of_x(type, {}); };
    table["sigmoid_grad"] = [](DType type) { return of_saved(type, {}, 0, 1); };
}

} // namespace laptime::test
