// SPDX-License-Identifier: Apache-2.0
// A graph compiled for the reference device: its kernels, and when each value dies.
#pragma once

#include <functional>
#include <string>

#include "engine/backends/device.h"
#include "engine/backends/reference/kernel.h"

namespace laptime::reference {

class Session;

class Program : public laptime::Program {
public:
    /// Throws std::logic_error for an operation without a kernel.
    Program(const Graph& graph, const Session& session);

    const Graph& graph() const override { return graph_; }
    const Session& session() const { return session_; }
    /// Most bytes of inputs and temporaries that live at once.
    std::int64_t arena_bytes() const { return arena_bytes_; }

    /// Told after each value is ready: its name ("layer/op", or the name of an input or variable) and the
    /// tensor.
    using Inspect = std::function<void(const std::string& name, const Tensor&)>;
    /// Runs every node; `stored` finds the session's tensor of a variable or state by name.
    void run(const Call& call, const std::function<Tensor&(const std::string&)>& stored,
             const Inspect& inspect) const;

private:
    void plan_lifetimes();

    Graph graph_;
    const Session& session_;
    std::vector<Kernel> kernels_;
    std::vector<std::vector<ValueId>> dies_after_; ///< inputs and temporaries, by node
    std::int64_t arena_bytes_ = 0;
};

} // namespace laptime::reference
