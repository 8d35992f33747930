// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/program.h"

#include <algorithm>
#include <stdexcept>

#include "engine/backends/cpu/convert.h"

namespace laptime::cpu {

CpuProgram::CpuProgram(Graph graph, int threads)
    : graph_(std::move(graph)), inputs_(graph_.inputs()), steps_(make_steps(graph_, threads)),
      placement_(place(graph_, steps_)) {}

void CpuProgram::bind(std::byte* arena, const std::function<void*(const std::string&)>& stored) {
    addresses_.assign(graph_.values().size(), nullptr);
    arguments_.clear();
    input_uses_.clear();
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
        const Value& value = graph_.values()[v];
        if (value.role == Role::variable || value.role == Role::state)
            addresses_[v] = stored(value.name);
        else if (placement_.values[v] != Placement::nowhere)
            addresses_[v] = arena + placement_.values[v];
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        std::vector<void*>& arguments = arguments_.emplace_back();
        for (const auto* list : {&steps_[i].inputs, &steps_[i].outputs})
            for (const ValueId id : *list) {
                const ValueId owner = placement_.stands_on[static_cast<std::size_t>(id)];
                if (const auto it = std::ranges::find(inputs_, owner); it != inputs_.end())
                    input_uses_.push_back(
                        {i, arguments.size(), static_cast<std::size_t>(it - inputs_.begin())});
                arguments.push_back(addresses_[static_cast<std::size_t>(id)]);
            }
        if (steps_[i].kernel.scratch_bytes)
            arguments.push_back(arena + placement_.scratch[i]);
    }
    arena_ = arena;
    is_bound_ = true;
}

void CpuProgram::set_inputs(const Call& call) {
    if (call.inputs.size() != inputs_.size())
        throw std::logic_error("cpu device: a call gives " + std::to_string(call.inputs.size()) +
                               " inputs, the graph has " + std::to_string(inputs_.size()));
    for (std::size_t i = 0; i < inputs_.size(); ++i)
        addresses_[static_cast<std::size_t>(inputs_[i])] =
            const_cast<void*>(call.inputs[i]); // only ever read
    for (const InputUse& use : input_uses_)
        arguments_[use.step][use.argument] = const_cast<void*>(call.inputs[use.input]);
}

void CpuProgram::run(const Call& call) {
    set_inputs(call);
    for (std::size_t i = 0; i < steps_.size(); ++i)
        steps_[i].kernel.run(arguments_[i].data());
    read_results(call.results);
}

void CpuProgram::read_results(double* results) const {
    for (std::size_t i = 0; results && i < graph_.results().size(); ++i) {
        const ValueId id = graph_.results()[i].value;
        const auto owner = static_cast<std::size_t>(placement_.stands_on[static_cast<std::size_t>(id)]);
        const TensorType& type = graph_.value(id).type;
        const auto count = static_cast<std::size_t>(type.shape.count());
        read_values(addresses_[owner], type.dtype, count, results);
        results += count;
    }
}

} // namespace laptime::cpu
