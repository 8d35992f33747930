// SPDX-License-Identifier: Apache-2.0
// One run's variables, state and arena on the CPU. All values are kept in their logical row-major layout.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/backends/cpu/memory_block.h"
#include "engine/backends/cpu/program.h"
#include "engine/backends/device.h"

namespace laptime::cpu {

class CpuSession : public Session {
public:
    explicit CpuSession(int threads);

    std::unique_ptr<Program> compile(const Graph& graph) override;
    SessionMemory memory() const override;
    void write(const std::string& name, std::span<const double> values) override;
    std::vector<double> read(const std::string& name) const override;
    void write_bytes(const std::string& name, std::span<const std::byte> bytes) override;
    void read_bytes(const std::string& name, std::span<std::byte> bytes) const override;
    std::vector<std::pair<std::string, TensorType>> stored() const override;
    std::size_t execute(std::span<const Call> calls) override;
    std::optional<std::string> first_non_finite(const Call& call) override;

    /// Runs the call and returns the seconds that each of the program's steps took.
    std::vector<double> profile(const Call& call);

private:
    struct Stored {
        std::string name;
        TensorType type;
        Role role;
        MemoryBlock block; ///< empty until first needed
    };
    const Stored* find(const std::string& name) const;
    /// Of that name, with so many bytes; throws std::logic_error.
    const Stored& sized(const std::string& name, std::size_t bytes) const;
    void declare(const Value& value);
    /// Gives every variable, and the arena, its memory.
    void allocate();
    CpuProgram& ready(const Call& call);

    int threads_;
    std::deque<Stored> stored_; ///< in the order of declaration
    std::size_t arena_bytes_ = 0;
    MemoryBlock arena_;
};

} // namespace laptime::cpu
