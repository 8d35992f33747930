// SPDX-License-Identifier: Apache-2.0
// A test case of one operation: its operands with their values, and its attributes. op_cases() lists the
// cases of an operation; the files op_cases_*.cpp make them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/op.h"

namespace laptime::test {

struct Operand {
    TensorType type;
    std::vector<double> values;         ///< of every type but int64, already rounded to the type
    std::vector<std::int64_t> integers; ///< of int64
};

struct OpCase {
    std::string op, name;
    std::vector<Operand> operands;
    Attributes attrs;
    bool smooth = true; ///< finite differences make sense here: no ties, no kinks near the values
};

/// Cases of an operation in one precision: `type` is the compute type. Operations that never see a half type
/// have no cases for one.
std::vector<OpCase> op_cases(std::string_view op, DType type);

/// Seeded values, different at every call within one case list, the same in every run.
class Values {
public:
    explicit Values(std::uint64_t seed) : seed_(seed) {}
    /// Uniform in [low, high).
    Operand uniform(DType type, Shape shape, double low = -1, double high = 1);
    /// One of 0, 1, …, count - 1.
    Operand below(DType type, Shape shape, std::int64_t count);
    /// These values, rounded to the type.
    static Operand of(DType type, Shape shape, std::vector<double> values);
    static Operand scalar(DType type, double value) { return of(type, {}, {value}); }
    static Operand integers(Shape shape, std::vector<std::int64_t> values) {
        return {{DType::i64, std::move(shape)}, {}, std::move(values)};
    }

private:
    std::uint64_t seed_;
    std::uint32_t stream_ = 0;
};

using Cases = std::vector<OpCase>;
using CaseMaker = Cases (*)(DType type);

/// Which function makes the cases of which operation; each file adds its own.
using CaseTable = std::map<std::string_view, CaseMaker>;
void add_activation_cases(CaseTable& table);
void add_convolution_cases(CaseTable& table);
void add_element_wise_cases(CaseTable& table);
void add_matmul_cases(CaseTable& table);
void add_move_cases(CaseTable& table);
void add_sequence_cases(CaseTable& table);
void add_pool_cases(CaseTable& table);
void add_norm_cases(CaseTable& table);
void add_loss_cases(CaseTable& table);
void add_optimizer_cases(CaseTable& table);

} // namespace laptime::test
