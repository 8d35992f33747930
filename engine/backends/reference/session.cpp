// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/reference/session.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace laptime::reference {

std::unique_ptr<laptime::Program> Session::compile(const Graph& graph) {
    auto program = std::make_unique<Program>(graph, *this);
    for (const Value& value : graph.values())
        if (value.role == Role::variable || value.role == Role::state)
            declare(value);
    memory_.arena = std::max(memory_.arena, program->arena_bytes());
    return program;
}

void Session::declare(const Value& value) {
    const auto [it, is_new] = tensors_.try_emplace(value.name);
    if (!is_new) {
        if (it->second.type != value.type)
            throw std::logic_error("reference: '" + value.name + "' is " + it->second.type.text() +
                                   " in this session, but a program wants " + value.type.text());
        return;
    }
    it->second.type = value.type;
    order_.push_back(value.name);
    (value.role == Role::variable ? memory_.variables : memory_.state) += Tensor::bytes(value.type);
}

const Tensor& Session::at(const std::string& name) const {
    const auto it = tensors_.find(name);
    if (it == tensors_.end())
        throw std::logic_error("reference: there is no variable or state named '" + name + "'");
    return it->second;
}

Tensor& Session::allocated(const std::string& name) {
    at(name); // throws for an unknown one
    Tensor& tensor = tensors_.find(name)->second;
    if (!tensor.is_allocated())
        tensor = Tensor(tensor.type);
    return tensor;
}

void Session::write(const std::string& name, std::span<const double> values) {
    Tensor& tensor = allocated(name);
    if (values.size() != static_cast<std::size_t>(tensor.type.shape.count()))
        throw std::logic_error("reference: '" + name + "' has " + std::to_string(tensor.type.shape.count()) +
                               " elements, not " + std::to_string(values.size()));
    tensor.assign(values);
}

std::vector<double> Session::read(const std::string& name) const {
    const Tensor& tensor = at(name);
    if (!tensor.is_allocated())
        return std::vector<double>(static_cast<std::size_t>(tensor.type.shape.count()), 0.0);
    return tensor.to_doubles();
}

void Session::write_bytes(const std::string& name, std::span<const std::byte> bytes) {
    Tensor& tensor = allocated(name);
    if (bytes.size() != tensor.type.bytes())
        throw std::logic_error("reference: '" + name + "' is " + tensor.type.text() + ", which is not " +
                               std::to_string(bytes.size()) + " bytes");
    tensor.load(bytes.data());
}

void Session::read_bytes(const std::string& name, std::span<std::byte> bytes) const {
    const Tensor& tensor = at(name);
    if (bytes.size() != tensor.type.bytes())
        throw std::logic_error("reference: '" + name + "' is " + tensor.type.text() + ", which is not " +
                               std::to_string(bytes.size()) + " bytes");
    if (tensor.is_allocated())
        tensor.store(bytes.data());
    else
        std::ranges::fill(bytes, std::byte{0}); // before the first write all is zero
}

std::vector<std::pair<std::string, TensorType>> Session::stored() const {
    std::vector<std::pair<std::string, TensorType>> list;
    for (const std::string& name : order_)
        list.emplace_back(name, at(name).type);
    return list;
}

const Program& Session::own(const laptime::Program* program) const {
    const auto* mine = dynamic_cast<const Program*>(program);
    if (!mine || &mine->session() != this)
        throw std::logic_error("reference: the program was not compiled by this session");
    return *mine;
}

std::size_t Session::execute(std::span<const Call> calls) {
    std::size_t done = 0;
    for (const Call& call : calls) {
        own(call.program)
            .run(call, [this](const std::string& name) -> Tensor& { return allocated(name); }, {});
        ++done;
        if (call.halt_result >= 0) {
            const auto halt = static_cast<std::size_t>(call.halt_result);
            if (!std::isfinite(call.results[call.program->graph().result_offset(halt)]))
                break;
        }
    }
    return done;
}

std::optional<std::string> Session::first_non_finite(const Call& call) {
    const Program& program = own(call.program);
    // The trial run works on copies of what is stored.
    std::map<std::string, Tensor> copies;
    const auto copy = [&](const std::string& name) -> Tensor& {
        return copies.try_emplace(name, allocated(name)).first->second;
    };
    std::optional<std::string> first;
    const auto inspect = [&](const std::string& name, const Tensor& tensor) {
        if (!first && !tensor.all_finite())
            first = name;
    };
    Call quiet = call;
    quiet.results = nullptr;
    program.run(quiet, copy, inspect);
    return first;
}

} // namespace laptime::reference
