// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/fusions.h"

#include "engine/backends/cpu/kernels/first_layer.h"

namespace laptime::cpu {

namespace {

class Finder {
public:
    explicit Finder(const Graph& graph) : graph_(graph), users_(graph.values().size()) {
        for (int i = 0; i < static_cast<int>(graph.nodes().size()); ++i)
            for (const ValueId input : node(i).inputs)
                users_[static_cast<std::size_t>(input)].push_back(i);
        for (const Result& result : graph.results())
            users_[static_cast<std::size_t>(result.value)].push_back(-1); // the host
    }

    Fusions run() {
        for (int i = 0; i < static_cast<int>(graph_.nodes().size()); ++i) {
            if (node(i).op->name == "conv2d")
                join_conv_and_pool(i);
            else if (node(i).op->name == "max_pool_grad")
                join_pool_and_kernel_gradient(i);
        }
        return std::move(fusions_);
    }

private:
    const Node& node(int i) const { return graph_.nodes()[static_cast<std::size_t>(i)]; }
    const TensorType& type(ValueId id) const { return graph_.value(id).type; }
    /// The node that alone uses a value, or −1.
    int sole_user(ValueId id) const {
        const std::vector<int>& users = users_[static_cast<std::size_t>(id)];
        return users.size() == 1 ? users.front() : -1;
    }

    void join_conv_and_pool(int i) {
        const Node& conv = node(i);
        const int j = sole_user(conv.outputs[0]);
        if (j < 0 || node(j).op->name != "max_pool")
            return;
        const FirstLayer layer = {
            conv_geometry(conv.attrs, type(conv.inputs[0]).shape, type(conv.inputs[1]).shape),
            pool_geometry(node(j).attrs, type(conv.outputs[0]).shape), type(conv.inputs[0]).dtype};
        if (!is_first_layer(layer))
            return;
        const bool with_bias = conv.inputs.size() > 2;
        Step step;
        step.name = conv.layer + "/conv2d+" + node(j).layer + "/max_pool";
        step.inputs = conv.inputs;
        step.outputs = node(j).outputs;
        step.kernel = conv_pool(layer, with_bias, conv.attrs.text("activation") == "relu",
                                with_bias ? type(conv.inputs[2]).dtype : DType::f32);
        fusions_.steps[i] = std::move(step);
        fusions_.absorbed.insert(j);
    }

    void join_pool_and_kernel_gradient(int i) {
        const Node& pool = node(i);
        const int j = sole_user(pool.outputs[0]);
        if (j < 0 || node(j).op->name != "conv2d_grad_kernel" || node(j).inputs[1] != pool.outputs[0])
            return;
        const Node& grad = node(j);
        const FirstLayer layer = {
            conv_geometry(grad.attrs, type(grad.inputs[0]).shape, type(grad.outputs[0]).shape),
            pool_geometry(pool.attrs, type(pool.outputs[0]).shape), type(grad.inputs[0]).dtype};
        if (!is_first_layer(layer))
            return;
        Step step;
        step.name = pool.layer + "/max_pool_grad+" + grad.layer + "/conv2d_grad_kernel";
        step.inputs = {grad.inputs[0]};
        step.inputs.insert(step.inputs.end(), pool.inputs.begin(), pool.inputs.end());
        step.outputs = grad.outputs;
        step.kernel = conv_pool_grad_kernel(layer, pool.inputs.size() > 2, grad.outputs.size() > 1);
        fusions_.steps[j] = std::move(step);
        fusions_.absorbed.insert(i);
    }

    const Graph& graph_;
    std::vector<std::vector<int>> users_;
    Fusions fusions_;
};

} // namespace

Fusions find_fusions(const Graph& graph) {
    return Finder(graph).run();
}

} // namespace laptime::cpu
