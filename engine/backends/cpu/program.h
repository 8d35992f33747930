// SPDX-License-Identifier: Apache-2.0
// A graph compiled for the cpu device: steps, and where their values live.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/backends/cpu/placement.h"
#include "engine/backends/cpu/steps.h"
#include "engine/backends/device.h"

namespace laptime::cpu {

class CpuProgram : public Program {
public:
    CpuProgram(Graph graph, int threads);

    const Graph& graph() const override { return graph_; }
    const std::vector<Step>& steps() const { return steps_; }
    std::size_t arena_bytes() const { return placement_.total; }

    /// Fixes all addresses but the inputs': the arena's, and those of variables and state by name.
    void bind(std::byte* arena, const std::function<void*(const std::string&)>& stored);
    bool is_bound_to(const std::byte* arena) const { return is_bound_ && arena_ == arena; }

    void run(const Call& call);
    /// As run(), and calls after_step(i) behind each step.
    template <typename AfterStep>
    void run(const Call& call, AfterStep after_step) {
        set_inputs(call);
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            steps_[i].kernel.run(arguments_[i].data());
            after_step(i);
        }
        read_results(call.results);
    }

    /// The value's present address; valid while bound.
    const void* address(ValueId id) const { return addresses_[static_cast<std::size_t>(id)]; }

private:
    /// An argument of a step that is one of the graph's inputs.
    struct InputUse {
        std::size_t step, argument, input;
    };
    void set_inputs(const Call& call);
    void read_results(double* results) const;

    Graph graph_;
    std::vector<ValueId> inputs_;
    std::vector<Step> steps_;
    Placement placement_;
    std::vector<void*> addresses_;
    std::vector<std::vector<void*>> arguments_; ///< of each step: inputs, outputs, work space
    std::vector<InputUse> input_uses_;
    std::byte* arena_ = nullptr;
    bool is_bound_ = false;
};

} // namespace laptime::cpu
