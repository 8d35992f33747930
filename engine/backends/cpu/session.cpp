// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/session.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "engine/backends/cpu/convert.h"
#include "engine/backends/cpu/dnnl_compat.h"
#include "engine/backends/cpu/parallel.h"
#include "engine/core/clock.h"
#include "engine/core/error.h"
#include "engine/passes/emulate.h"

namespace laptime::cpu {

namespace {

bool uses(const Graph& graph, DType type) {
    return std::ranges::any_of(graph.values(), [type](const Value& v) { return v.type.dtype == type; });
}

/// Half types without hardware are stored as they are and computed in float32.
Graph lowered(const Graph& graph) {
    Graph result = uses(graph, DType::f16) ? emulate(graph, DType::f16) : graph;
    return uses(result, DType::bf16) && !onednn::has_bfloat16() ? emulate(result, DType::bf16) : result;
}

} // namespace

CpuSession::CpuSession(int threads) : threads_(threads) {}

std::unique_ptr<Program> CpuSession::compile(const Graph& graph) {
    const ThreadCount threads(threads_); // kernels are made for a number of threads
    for (const Value& value : graph.values())
        if (value.role == Role::variable || value.role == Role::state)
            declare(value);
    auto program = std::make_unique<CpuProgram>(lowered(graph), threads_);
    arena_bytes_ = std::max(arena_bytes_, program->arena_bytes());
    return program;
}

void CpuSession::declare(const Value& value) {
    const Stored* const known = find(value.name);
    if (!known)
        stored_.push_back({value.name, value.type, value.role, {}});
    else if (known->type != value.type)
        throw std::logic_error("cpu device: '" + value.name + "' is " + known->type.text() +
                               " in one program and " + value.type.text() + " in another");
}

const CpuSession::Stored* CpuSession::find(const std::string& name) const {
    const auto it = std::ranges::find(stored_, name, &Stored::name);
    return it == stored_.end() ? nullptr : &*it;
}

SessionMemory CpuSession::memory() const {
    SessionMemory memory;
    for (const Stored& stored : stored_)
        (stored.role == Role::variable ? memory.variables : memory.state) +=
            static_cast<std::int64_t>(stored.type.bytes());
    memory.arena = static_cast<std::int64_t>(arena_bytes_);
    return memory;
}

void CpuSession::allocate() {
    for (Stored& stored : stored_)
        if (!stored.block.data())
            stored.block = MemoryBlock(std::max<std::size_t>(stored.type.bytes(), 1));
    if (arena_.bytes() < arena_bytes_)
        arena_ = MemoryBlock(arena_bytes_);
}

void CpuSession::write(const std::string& name, std::span<const double> values) {
    const Stored* const stored = find(name);
    if (!stored)
        throw std::logic_error("cpu device: nothing is stored as '" + name + "'");
    if (static_cast<std::int64_t>(values.size()) != stored->type.shape.count())
        throw std::logic_error("cpu device: '" + name + "' is " + stored->type.text() + " and cannot take " +
                               std::to_string(values.size()) + " values");
    allocate();
    write_values(values.data(), stored->type.dtype, values.size(), stored->block.data());
}

std::vector<double> CpuSession::read(const std::string& name) const {
    const Stored* const stored = find(name);
    if (!stored)
        throw std::logic_error("cpu device: nothing is stored as '" + name + "'");
    std::vector<double> values(static_cast<std::size_t>(stored->type.shape.count()));
    if (stored->block.data()) // before the first write all is zero
        read_values(stored->block.data(), stored->type.dtype, values.size(), values.data());
    return values;
}

const CpuSession::Stored& CpuSession::sized(const std::string& name, std::size_t bytes) const {
    const Stored* const stored = find(name);
    if (!stored)
        throw std::logic_error("cpu device: nothing is stored as '" + name + "'");
    if (stored->type.bytes() != bytes)
        throw std::logic_error("cpu device: '" + name + "' is " + stored->type.text() + ", which is not " +
                               std::to_string(bytes) + " bytes");
    return *stored;
}

void CpuSession::write_bytes(const std::string& name, std::span<const std::byte> bytes) {
    sized(name, bytes.size());
    allocate();
    std::memcpy(sized(name, bytes.size()).block.data(), bytes.data(), bytes.size());
}

void CpuSession::read_bytes(const std::string& name, std::span<std::byte> bytes) const {
    const Stored& stored = sized(name, bytes.size());
    if (stored.block.data())
        std::memcpy(bytes.data(), stored.block.data(), bytes.size());
    else
        std::ranges::fill(bytes, std::byte{0}); // before the first write all is zero
}

std::vector<std::pair<std::string, TensorType>> CpuSession::stored() const {
    std::vector<std::pair<std::string, TensorType>> list;
    for (const Stored& stored : stored_)
        list.emplace_back(stored.name, stored.type);
    return list;
}

CpuProgram& CpuSession::ready(const Call& call) {
    auto* const program = dynamic_cast<CpuProgram*>(call.program);
    if (!program)
        throw std::logic_error("cpu device: the program was not compiled by this device");
    allocate();
    if (!program->is_bound_to(arena_.data()))
        program->bind(arena_.data(), [this](const std::string& name) { return find(name)->block.data(); });
    return *program;
}

std::size_t CpuSession::execute(std::span<const Call> calls) {
    const ThreadCount threads(threads_);
    std::size_t done = 0;
    for (const Call& call : calls) {
        ready(call).run(call);
        ++done;
        if (call.halt_result >= 0) {
            const auto halt = static_cast<std::size_t>(call.halt_result);
            if (!std::isfinite(call.results[call.program->graph().result_offset(halt)]))
                break;
        }
    }
    return done;
}

std::optional<std::string> CpuSession::first_non_finite(const Call& call) {
    const ThreadCount threads(threads_);
    CpuProgram& program = ready(call);
    const Graph& graph = program.graph();
    std::vector<std::vector<std::byte>> kept;
    for (const Stored& stored : stored_)
        kept.emplace_back(stored.block.data(), stored.block.data() + stored.block.bytes());

    std::optional<std::string> found;
    const auto check = [&](ValueId id, const void* address, const std::string& name) {
        const TensorType& type = graph.value(id).type;
        const auto count = static_cast<std::size_t>(type.shape.count());
        if (!found && cpu::first_non_finite(address, type.dtype, count) < count)
            found = name;
    };
    for (const Stored& stored : stored_)
        if (const ValueId id = graph.find(stored.name); id != no_value)
            check(id, stored.block.data(), stored.name);
    const std::vector<ValueId> inputs = graph.inputs();
    for (std::size_t i = 0; i < inputs.size(); ++i)
        check(inputs[i], call.inputs[i], graph.value(inputs[i]).name);

    Call quiet = call;
    quiet.results = nullptr;
    program.run(quiet, [&](std::size_t i) {
        const Step& step = program.steps()[i];
        for (const ValueId id : step.outputs)
            check(id, program.address(id), step.name);
        for (const int mutated : step.mutates) {
            const ValueId id = step.inputs[static_cast<std::size_t>(mutated)];
            check(id, program.address(id), graph.value(id).name);
        }
    });
    for (std::size_t i = 0; i < stored_.size(); ++i)
        std::memcpy(stored_[i].block.data(), kept[i].data(), kept[i].size());
    return found;
}

std::vector<double> CpuSession::profile(const Call& call) {
    const ThreadCount threads(threads_);
    CpuProgram& program = ready(call);
    std::vector<double> seconds(program.steps().size());
    double before = monotonic_seconds();
    program.run(call, [&](std::size_t i) {
        const double now = monotonic_seconds();
        seconds[i] = now - before;
        before = now;
    });
    return seconds;
}

} // namespace laptime::cpu
