// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/steps.h"

#include "engine/backends/cpu/fusions.h"
#include "engine/graph/op.h"

namespace laptime::cpu {

namespace {

std::vector<TensorType> types_of(const Graph& graph, const std::vector<ValueId>& ids) {
    std::vector<TensorType> types;
    for (const ValueId id : ids)
        types.push_back(graph.value(id).type);
    return types;
}

} // namespace

std::vector<Step> make_steps(const Graph& graph, int threads) {
    std::vector<Step> steps;
    Fusions fusions = find_fusions(graph);
    for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i) {
        if (const auto fused = fusions.steps.find(i); fused != fusions.steps.end()) {
            steps.push_back(std::move(fused->second));
            continue;
        }
        if (fusions.absorbed.contains(i))
            continue;
        const Node& node = graph.nodes()[static_cast<std::size_t>(i)];
        const KernelMaker& maker = find_kernel_maker(node.op->name);
        Step step;
        step.name =
            node.layer.empty() ? std::string(node.op->name) : node.layer + "/" + std::string(node.op->name);
        step.inputs = node.inputs;
        step.outputs = node.outputs;
        step.in_place = maker.in_place;
        step.or_in_place = maker.or_in_place;
        step.is_reshape = node.op->name == "reshape";
        step.mutates = node.op->mutates;
        step.kernel =
            maker.make({node, types_of(graph, node.inputs), types_of(graph, node.outputs), threads});
        steps.push_back(std::move(step));
    }
    return steps;
}

} // namespace laptime::cpu
