// SPDX-License-Identifier: Apache-2.0
#include "tests/backends/op_harness.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "engine/graph/rounding.h"

namespace laptime::test {

namespace {

template <typename T, typename Convert>
std::vector<char> packed(const std::vector<double>& values, Convert convert) {
    std::vector<char> bytes(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T element = convert(values[i]);
        std::memcpy(bytes.data() + i * sizeof(T), &element, sizeof(T));
    }
    return bytes;
}

template <typename T>
std::vector<char> packed_as(const std::vector<double>& values) {
    return packed<T>(values, [](double x) { return static_cast<T>(x); });
}

/// The graph of one case, and what the host gives it.
class CaseGraph {
public:
    explicit CaseGraph(const OpCase& op_case) : case_(op_case) {
        const Op& op = find_op(op_case.op);
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < op_case.operands.size(); ++i)
            inputs.push_back(add_operand(i, std::ranges::count(op.mutates, static_cast<int>(i)) > 0));
        const std::vector<ValueId> outputs = graph_.apply(op_case.op, inputs, op_case.attrs, "tested");
        for (std::size_t i = 0; i < outputs.size(); ++i)
            add_reading(outputs[i], "output " + std::to_string(i));
    }

    std::vector<Outcome> run(const Device& device, int threads) {
        const std::unique_ptr<Session> session = device.open_session(threads);
        const std::unique_ptr<Program> program = session->compile(graph_);
        for (const auto& [name, operand] : stored_)
            session->write(name, operand->type.dtype == DType::i64
                                     ? std::vector<double>(operand->integers.begin(), operand->integers.end())
                                     : operand->values);
        Call call;
        call.program = program.get();
        for (const std::vector<char>& data : fed_)
            call.inputs.push_back(data.data());
        std::vector<double> results(graph_.result_offset(graph_.results().size()));
        call.results = results.data();
        session->execute({&call, 1});
        for (Outcome& reading : readings_)
            if (!is_result(reading))
                reading.values = session->read(reading.name);
        for (std::size_t i = 0, at = 0; i < graph_.results().size(); ++i) {
            const std::size_t next = graph_.result_offset(i + 1);
            Outcome& reading = *std::ranges::find(readings_, graph_.results()[i].name, &Outcome::name);
            reading.values.assign(results.begin() + static_cast<std::ptrdiff_t>(at),
                                  results.begin() + static_cast<std::ptrdiff_t>(next));
            at = next;
        }
        return readings_;
    }

private:
    ValueId add_operand(std::size_t index, bool is_updated) {
        const Operand& operand = case_.operands[index];
        const DType type = operand.type.dtype;
        const std::string name = "operand " + std::to_string(index);
        if (is_updated) {
            stored_.emplace_back(name, &operand);
            readings_.push_back({name, operand.type, {}});
            return graph_.add_state(name, operand.type);
        }
        const TensorType held = {is_half(type) ? DType::f32 : type, operand.type.shape};
        const bool is_counter = type == DType::i64 && operand.type.shape.rank() == 0;
        if (is_counter || (index > 0 && is_floating(type))) {
            stored_.emplace_back(name, &operand);
            const ValueId value = is_counter ? graph_.add_state(name, held) : graph_.add_variable(name, held);
            return is_half(type) ? narrowed(value, type) : value;
        }
        fed_.push_back(host_data(held, operand.values, operand.integers));
        const ValueId value = graph_.add_input(name, held);
        return is_half(type) ? narrowed(value, type) : value;
    }

    ValueId narrowed(ValueId value, DType type) {
        return graph_.apply1("cast", {value}, {{"dtype", std::string(name_of(type))}}, "test");
    }

    bool is_result(const Outcome& reading) const { return graph_.result(reading.name) != no_value; }

    void add_reading(ValueId output, const std::string& name) {
        const TensorType type = graph_.value(output).type;
        if (type.dtype == DType::i32) {
            graph_.add_result(name, output);
            readings_.push_back({name, type, {}});
            return;
        }
        const TensorType wide = {accumulation_type(type.dtype), type.shape};
        if (type.dtype == DType::u8)
            output = graph_.apply1("rescale", {output}, {{"scale", 1.0}, {"dtype", std::string("float32")}},
                                   "test");
        else if (is_half(type.dtype))
            output = narrowed(output, wide.dtype);
        graph_.apply("accumulate", {graph_.add_state(name, wide), output}, {}, "test");
        readings_.push_back({name, type, {}});
    }

    const OpCase& case_;
    Graph graph_;
    std::vector<std::pair<std::string, const Operand*>> stored_;
    std::vector<std::vector<char>> fed_;
    std::vector<Outcome> readings_;
};

bool is_within(double value, double expected, double allowed) {
    if (std::isnan(expected))
        return std::isnan(value);
    return value == expected || std::abs(value - expected) <= allowed;
}

} // namespace

std::vector<char> host_data(const TensorType& type, const std::vector<double>& values,
                            const std::vector<std::int64_t>& integers) {
    switch (type.dtype) {
    case DType::f64:
        return packed_as<double>(values);
    case DType::f32:
        return packed_as<float>(values);
    case DType::f16:
        return packed<std::uint16_t>(values, [](double x) { return f16_bits(static_cast<float>(x)); });
    case DType::bf16:
        return packed<std::uint16_t>(values, [](double x) { return bf16_bits(static_cast<float>(x)); });
    case DType::i32:
        return packed_as<std::int32_t>(values);
    case DType::u8:
        return packed_as<std::uint8_t>(values);
    case DType::i64:
        break;
    }
    std::vector<char> bytes(integers.size() * sizeof(std::int64_t));
    std::memcpy(bytes.data(), integers.data(), bytes.size());
    return bytes;
}

Tolerance tolerance_of(DType type) {
    switch (type) {
    case DType::f64:
        return {1e-12, 1e-13};
    case DType::f32:
        return {2e-6, 2e-6};
    case DType::f16:
        return {0x1p-10, 2e-6};
    case DType::bf16:
        return {0x1p-7, 2e-6};
    default:
        return {0, 0};
    }
}

std::vector<Outcome> run_case(const Device& device, const OpCase& op_case, int threads) {
    return CaseGraph(op_case).run(device, threads);
}

std::string difference(const std::vector<Outcome>& expected, const std::vector<Outcome>& got) {
    std::ostringstream text;
    text.precision(17);
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const Outcome &e = expected[k], &g = got[k];
        const Tolerance tolerance = tolerance_of(e.type.dtype);
        double largest = 0;
        for (const double value : e.values)
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < e.values.size(); ++i) {
            const double allowed =
                tolerance.relative * std::abs(e.values[i]) + tolerance.of_largest * largest;
            if (is_within(g.values[i], e.values[i], allowed))
                continue;
            if (wrong++ == 0)
                text << e.name << ' ' << e.type.text() << ": element " << i << " is " << g.values[i]
                     << ", expected " << e.values[i];
        }
        if (wrong > 0)
            text << " (" << wrong << " of " << e.values.size() << " are wrong); ";
    }
    return text.str();
}

} // namespace laptime::test
