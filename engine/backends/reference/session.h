// SPDX-License-Identifier: Apache-2.0
// A session of the reference device.
#pragma once

#include "engine/backends/reference/program.h"

namespace laptime::reference {

class Session : public laptime::Session {
public:
    std::unique_ptr<laptime::Program> compile(const Graph& graph) override;
    SessionMemory memory() const override { return memory_; }
    void write(const std::string& name, std::span<const double> values) override;
    std::vector<double> read(const std::string& name) const override;
    void write_bytes(const std::string& name, std::span<const std::byte> bytes) override;
    void read_bytes(const std::string& name, std::span<std::byte> bytes) const override;
    std::vector<std::pair<std::string, TensorType>> stored() const override;
    std::size_t execute(std::span<const Call> calls) override;
    std::optional<std::string> first_non_finite(const Call& call) override;

private:
    void declare(const Value& value);
    const Tensor& at(const std::string& name) const;
    Tensor& allocated(const std::string& name);
    const Program& own(const laptime::Program* program) const;

    std::map<std::string, Tensor>
        tensors_;                    ///< variables and state; their elements are made at the first touch
    std::vector<std::string> order_; ///< as declared
    SessionMemory memory_;
};

} // namespace laptime::reference
