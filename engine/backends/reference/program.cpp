// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/reference/program.h"

#include <algorithm>
#include <stdexcept>

#include "engine/graph/op.h"

namespace laptime::reference {

namespace {

bool is_stored(const Value& value) {
    return value.role == Role::variable || value.role == Role::state;
}

std::string name_for_people(const Node& node) {
    return node.layer.empty() ? std::string(node.op->name) : node.layer + "/" + std::string(node.op->name);
}

} // namespace

Program::Program(const Graph& graph, const Session& session) : graph_(graph), session_(session) {
    for (const Node& node : graph_.nodes()) {
        const Kernel kernel = find_kernel(node.op->name);
        if (!kernel)
            throw std::logic_error("reference: there is no kernel for operation '" +
                                   std::string(node.op->name) + "'");
        kernels_.push_back(kernel);
    }
    plan_lifetimes();
}

void Program::plan_lifetimes() {
    const std::size_t node_count = graph_.nodes().size();
    dies_after_.resize(node_count);
    std::vector<std::size_t> last_use(graph_.values().size(), 0);
    for (std::size_t i = 0; i < node_count; ++i) {
        for (const ValueId value : graph_.nodes()[i].inputs)
            last_use[static_cast<std::size_t>(value)] = i;
        for (const ValueId value : graph_.nodes()[i].outputs)
            last_use[static_cast<std::size_t>(value)] = i;
    }
    for (const Result& result : graph_.results())
        last_use[static_cast<std::size_t>(result.value)] = node_count;
    std::int64_t live = 0;
    for (std::size_t i = 0; i < graph_.values().size(); ++i) {
        const Value& value = graph_.values()[i];
        if (is_stored(value))
            continue;
        if (last_use[i] < node_count)
            dies_after_[last_use[i]].push_back(static_cast<ValueId>(i));
        if (value.role == Role::input)
            live += Tensor::bytes(value.type);
    }
    arena_bytes_ = live;
    for (std::size_t i = 0; i < node_count; ++i) {
        for (const ValueId value : graph_.nodes()[i].outputs)
            live += Tensor::bytes(graph_.value(value).type);
        arena_bytes_ = std::max(arena_bytes_, live);
        for (const ValueId value : dies_after_[i])
            live -= Tensor::bytes(graph_.value(value).type);
    }
}

void Program::run(const Call& call, const std::function<Tensor&(const std::string&)>& stored,
                  const Inspect& inspect) const {
    const std::vector<ValueId> inputs = graph_.inputs();
    if (call.inputs.size() != inputs.size())
        throw std::logic_error("reference: the program takes " + std::to_string(inputs.size()) +
                               " inputs, not " + std::to_string(call.inputs.size()));
    std::vector<Tensor> own(graph_.values().size());
    std::vector<Tensor*> tensors(graph_.values().size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const Value& value = graph_.values()[i];
        tensors[i] = is_stored(value) ? &stored(value.name) : &own[i];
        if (inspect && is_stored(value))
            inspect(value.name, *tensors[i]);
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        Tensor& tensor = own[static_cast<std::size_t>(inputs[i])];
        tensor = Tensor(graph_.value(inputs[i]).type);
        tensor.load(call.inputs[i]);
        if (inspect)
            inspect(graph_.value(inputs[i]).name, tensor);
    }
    for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
        const Node& node = graph_.nodes()[i];
        Operands operands{node.attrs, {}, {}};
        for (const ValueId value : node.inputs)
            operands.inputs.push_back(tensors[static_cast<std::size_t>(value)]);
        for (const ValueId value : node.outputs) {
            own[static_cast<std::size_t>(value)] = Tensor(graph_.value(value).type);
            operands.outputs.push_back(tensors[static_cast<std::size_t>(value)]);
        }
        kernels_[i](operands);
        for (Tensor* output : operands.outputs) {
            output->round();
            if (inspect)
                inspect(name_for_people(node), *output);
        }
        for (const int index : node.op->mutates) {
            Tensor& updated = *operands.inputs[static_cast<std::size_t>(index)];
            updated.round();
            if (inspect)
                inspect(graph_.value(node.inputs[static_cast<std::size_t>(index)]).name, updated);
        }
        for (const ValueId value : dies_after_[i])
            own[static_cast<std::size_t>(value)] = Tensor();
    }
    for (std::size_t i = 0; call.results && i < graph_.results().size(); ++i)
        std::ranges::copy(tensors[static_cast<std::size_t>(graph_.results()[i].value)]->to_doubles(),
                          call.results + graph_.result_offset(i));
}

} // namespace laptime::reference
