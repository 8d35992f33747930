// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/differentiate.h"

#include <stdexcept>
#include <string>

#include "engine/graph/op.h"

namespace laptime {

std::vector<ValueId> differentiate(Graph& graph, ValueId loss, const std::vector<ValueId>& wrt,
                                   ValueId seed) {
    const std::size_t value_count = graph.values().size();
    const std::size_t node_count = graph.nodes().size();

    // Which values depend on something in `wrt`: only their gradients are worth computing.
    std::vector<bool> depends(value_count, false);
    for (const ValueId id : wrt)
        depends[static_cast<std::size_t>(id)] = true;
    for (const Node& node : graph.nodes())
        for (const ValueId input : node.inputs)
            if (depends[static_cast<std::size_t>(input)])
                for (const ValueId output : node.outputs)
                    depends[static_cast<std::size_t>(output)] = is_floating(graph.value(output).type.dtype);

    std::vector<ValueId> gradients(value_count, no_value);
    if (seed == no_value)
        seed = graph.apply1("constant", {},
                            {{"value", 1.0},
                             {"dtype", std::string(name_of(graph.value(loss).type.dtype))},
                             {"shape", std::vector<std::int64_t>{}}},
                            "loss");
    gradients[static_cast<std::size_t>(loss)] = seed;

    for (std::size_t i = node_count; i-- > 0;) {
        const Node node = graph.nodes()[i]; // a copy: applying the rule appends to the list
        GradientContext context{graph, node, {}, {}};
        bool flows = false, wanted = false;
        for (const ValueId output : node.outputs) {
            context.output_gradients.push_back(gradients[static_cast<std::size_t>(output)]);
            flows |= context.output_gradients.back() != no_value;
        }
        for (const ValueId input : node.inputs) {
            context.needed.push_back(depends[static_cast<std::size_t>(input)]);
            wanted |= context.needed.back();
        }
        if (!flows || !wanted)
            continue;
        if (!node.op->gradient)
            throw std::logic_error("differentiate: '" + std::string(node.op->name) + "' of layer '" +
                                   node.layer + "' has no gradient rule");
        const std::vector<ValueId> contributions = node.op->gradient(context);
        for (std::size_t k = 0; k < contributions.size(); ++k) {
            if (contributions[k] == no_value || !context.needed[k])
                continue;
            ValueId& sum = gradients[static_cast<std::size_t>(node.inputs[k])];
            sum = sum == no_value ? contributions[k]
                                  : graph.apply1("add", {sum, contributions[k]}, {}, node.layer);
        }
    }

    std::vector<ValueId> wanted;
    for (const ValueId id : wrt)
        wanted.push_back(gradients[static_cast<std::size_t>(id)]);
    return wanted;
}

} // namespace laptime
