// SPDX-License-Identifier: Apache-2.0
#include "tests/backends/op_case.h"

#include <cmath>

#include "engine/core/random.h"
#include "engine/graph/rounding.h"

namespace laptime::test {

Operand Values::of(DType type, Shape shape, std::vector<double> values) {
    for (double& value : values)
        value = round_to(type, value);
    return {{type, std::move(shape)}, std::move(values), {}};
}

Operand Values::uniform(DType type, Shape shape, double low, double high) {
    const auto count = static_cast<std::size_t>(shape.count());
    std::vector<double> values = random_uniform(seed_, RandomUse::synthetic, stream_++, count, low, high);
    return of(type, std::move(shape), std::move(values));
}

Operand Values::below(DType type, Shape shape, std::int64_t count) {
    Operand operand = uniform(DType::f64, std::move(shape), 0, static_cast<double>(count));
    for (double& value : operand.values)
        value = std::floor(value);
    operand.type.dtype = type;
    return operand;
}

std::vector<OpCase> op_cases(std::string_view op, DType type) {
    static const CaseTable table = [] {
        CaseTable all;
        add_activation_cases(all);
        add_convolution_cases(all);
        add_element_wise_cases(all);
        add_matmul_cases(all);
        add_move_cases(all);
        add_sequence_cases(all);
        add_pool_cases(all);
        add_norm_cases(all);
        add_loss_cases(all);
        add_optimizer_cases(all);
        return all;
    }();
    const auto it = table.find(op);
    if (it == table.end())
        return {};
    const bool no_half = find_op(op).precision == PrecisionClass::float32_only || op == "learning_rate";
    if (no_half && is_half(type))
        return {};
    Cases cases = it->second(type);
    for (OpCase& c : cases)
        c.op = op;
    return cases;
}

} // namespace laptime::test
