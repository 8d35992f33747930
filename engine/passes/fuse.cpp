// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/fuse.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/graph/op.h"

namespace laptime {

namespace {

using Index = int; // of a node in the old graph
constexpr Index none = -1;

/// Finds the patterns in the old graph, then writes the new one: a node is copied, dropped (its work is done
/// elsewhere) or replaced by its fused form.
class FusePass {
public:
    explicit FusePass(const Graph& graph) : graph_(graph), users_(graph.values().size()), rewrite_(graph) {
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            for (const ValueId input : graph.nodes()[i].inputs)
                users_[static_cast<std::size_t>(input)].push_back(static_cast<Index>(i));
        for (const Result& result : graph.results())
            users_[static_cast<std::size_t>(result.value)].push_back(none); // the host is a user, too
    }

    Graph run() {
        find_forward_chains();
        find_activations();
        find_batch_norm_gradients();
        find_bias_gradients();
        find_pool_gradients();
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto index = static_cast<Index>(i);
            if (const auto it = fused_.find(index); it != fused_.end())
                write(it->second);
            else if (!dropped_.contains(index))
                rewrite_.copy(graph_.nodes()[i]);
        }
        return rewrite_.finish();
    }

private:
    /// What is written in place of a node, and which old values the outputs stand for.
    struct Fused {
        std::string_view op;
        std::vector<ValueId> inputs;
        Attributes attrs;
        std::string layer;
        std::vector<ValueId> stands_for;
    };

    const Node& node(Index i) const { return graph_.nodes()[static_cast<std::size_t>(i)]; }
    bool is(Index i, std::string_view op) const { return i != none && node(i).op->name == op; }
    Index producer(ValueId value) const { return graph_.value(value).producer; }

    /// The only user of a value, if it has just one.
    Index sole_user(ValueId value) const {
        const auto& users = users_[static_cast<std::size_t>(value)];
        return users.size() == 1 ? users.front() : none;
    }

    void find_forward_chains() {
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto head = static_cast<Index>(i);
            if (!is(head, "conv2d") && !is(head, "matmul"))
                continue;
            const Index bias = sole_user(node(head).outputs[0]);
            if (!is(bias, "bias_add") || node(bias).inputs[0] != node(head).outputs[0] ||
                node(head).inputs.size() != 2)
                continue;
            // The bias must exist where the head stands: a variable, or something made before it.
            ValueId bias_value = node(bias).inputs[1];
            if (is(producer(bias_value), "cast") && producer(bias_value) > head)
                bias_value = node(producer(bias_value)).inputs[0]; // kernels take a float32 bias as it is
            if (producer(bias_value) > head)
                continue;
            Index tail = bias;
            Attributes attrs = node(head).attrs;
            if (const Index relu = sole_user(node(bias).outputs[0]); is(relu, "relu")) {
                attrs.set("activation", std::string("relu"));
                tail = relu;
            } else {
                // relu_grad needs relu's output only, so a bias_add whose result has other users keeps its
                // own value.
                attrs.set("activation", std::string());
            }
            fused_[head] = {node(head).op->name,
                            {node(head).inputs[0], node(head).inputs[1], bias_value},
                            std::move(attrs),
                            node(head).layer,
                            {node(tail).outputs[0]}};
            dropped_.insert(bias);
            dropped_.insert(tail);
        }
    }

    /// A relu behind batch_norm, batch_norm_inference or add is done by them.
    void find_activations() {
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto head = static_cast<Index>(i);
            if (!is(head, "batch_norm") && !is(head, "batch_norm_inference") && !is(head, "add"))
                continue;
            const Index relu = sole_user(node(head).outputs[0]);
            if (!is(relu, "relu") || !node(head).attrs.text("activation").empty())
                continue;
            Attributes attrs = node(head).attrs;
            attrs.set("activation", std::string("relu"));
            std::vector<ValueId> stands_for = node(head).outputs;
            stands_for[0] = node(relu).outputs[0];
            fused_[head] = {node(head).op->name, node(head).inputs, std::move(attrs), node(head).layer,
                            std::move(stands_for)};
            dropped_.insert(relu);
        }
    }

    /// The gradient of a batch_norm that does its relu does relu_grad as well, if nobody else needs that.
    void find_batch_norm_gradients() {
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto grad = static_cast<Index>(i);
            if (!is(grad, "batch_norm_grad"))
                continue;
            const Index mask = producer(node(grad).inputs[0]), norm = producer(node(grad).inputs[3]);
            if (!is(mask, "relu_grad") || sole_user(node(mask).outputs[0]) != grad ||
                !is(norm, "batch_norm") || !fused_.contains(norm) ||
                fused_.at(norm).stands_for[0] != node(mask).inputs[1])
                continue;
            Attributes attrs = node(grad).attrs;
            attrs.set("activation", std::string("relu"));
            std::vector<ValueId> inputs = node(grad).inputs;
            inputs[0] = node(mask).inputs[0];
            inputs.push_back(node(norm).inputs[2]); // beta
            fused_[grad] = {"batch_norm_grad", std::move(inputs), std::move(attrs), node(grad).layer,
                            node(grad).outputs};
            dropped_.insert(mask);
        }
    }

    void find_bias_gradients() {
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto kernel = static_cast<Index>(i);
            if (!is(kernel, "conv2d_grad_kernel") || node(kernel).outputs.size() != 1)
                continue;
            const ValueId dy = node(kernel).inputs[1];
            for (const Index user : users_[static_cast<std::size_t>(dy)]) {
                if (!is(user, "bias_grad") || dropped_.contains(user))
                    continue;
                Attributes attrs = node(kernel).attrs;
                attrs.set("with_bias", true);
                // Written where the first of the two stands, so that every user comes later.
                const Index place = std::min(kernel, user);
                if (producer(node(kernel).inputs[0]) > place)
                    break;
                fused_[place] = {"conv2d_grad_kernel",
                                 node(kernel).inputs,
                                 std::move(attrs),
                                 node(kernel).layer,
                                 {node(kernel).outputs[0], node(user).outputs[0]}};
                dropped_.insert(std::max(kernel, user));
                break;
            }
        }
    }

    void find_pool_gradients() {
        for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
            const auto mask = static_cast<Index>(i);
            if (!is(mask, "relu_grad") || dropped_.contains(mask))
                continue;
            const Index grad = producer(node(mask).inputs[0]);
            if (!is(grad, "max_pool_grad") || sole_user(node(grad).outputs[0]) != mask ||
                node(grad).inputs.size() != 2)
                continue;
            const Index pool = producer(node(grad).inputs[1]);
            if (!is(pool, "max_pool") || node(pool).inputs[0] != node(mask).inputs[1])
                continue;
            fused_[grad] = {"max_pool_grad",
                            {node(grad).inputs[0], node(grad).inputs[1], node(pool).outputs[0]},
                            node(grad).attrs,
                            node(grad).layer,
                            {node(mask).outputs[0]}};
            dropped_.insert(mask);
        }
    }

    void write(const Fused& fused) {
        const std::vector<ValueId> outputs =
            rewrite_.graph.apply(fused.op, rewrite_(fused.inputs), fused.attrs, fused.layer);
        for (std::size_t i = 0; i < fused.stands_for.size(); ++i)
            rewrite_.map(fused.stands_for[i], outputs[i]);
    }

    const Graph& graph_;
    std::vector<std::vector<Index>> users_;
    GraphRewriter rewrite_;
    std::map<Index, Fused> fused_;
    std::set<Index> dropped_;
};

} // namespace

Graph eliminate_dead(const Graph& graph) {
    std::vector<bool> live(graph.values().size(), false);
    for (const Result& result : graph.results())
        live[static_cast<std::size_t>(result.value)] = true;
    std::vector<bool> kept(graph.nodes().size(), false);
    for (std::size_t i = graph.nodes().size(); i-- > 0;) {
        const Node& node = graph.nodes()[i];
        bool keep = !node.op->mutates.empty();
        for (const ValueId output : node.outputs)
            keep = keep || live[static_cast<std::size_t>(output)];
        kept[i] = keep;
        if (keep)
            for (const ValueId input : node.inputs)
                live[static_cast<std::size_t>(input)] = true;
    }
    GraphRewriter rewrite(graph);
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (kept[i])
            rewrite.copy(graph.nodes()[i]);
    return rewrite.finish();
}

Graph fuse(const Graph& graph) {
    const Graph live = eliminate_dead(graph);
    return eliminate_dead(FusePass(live).run()); // a cast of a bias may have lost its user
}

} // namespace laptime
