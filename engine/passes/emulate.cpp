// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/emulate.h"

#include <map>

#include "engine/graph/op.h"

namespace laptime {

Graph emulate(const Graph& graph, DType half) {
    GraphRewriter rewrite(graph);
    std::map<ValueId, ValueId>
        widened; // new half value → its float32 form: made once, used by all that read it
    const auto widen = [&](ValueId value) {
        if (rewrite.graph.value(value).type.dtype != half)
            return value;
        const auto [it, is_new] = widened.try_emplace(value, no_value);
        if (is_new)
            it->second = rewrite.graph.apply1("cast", {value}, {{"dtype", std::string(name_of(DType::f32))}});
        return it->second;
    };
    for (const Node& node : graph.nodes()) {
        bool touches_half = false;
        for (const ValueId value : node.inputs)
            touches_half |= graph.value(value).type.dtype == half;
        for (const ValueId value : node.outputs)
            touches_half |= graph.value(value).type.dtype == half;
        if (!touches_half || node.op->name == "cast" || node.op->only_moves) {
            rewrite.copy(node);
            continue;
        }
        std::vector<ValueId> inputs;
        for (const ValueId input : node.inputs)
            inputs.push_back(widen(rewrite(input)));
        Attributes attrs = node.attrs;
        if (attrs.text("dtype") == name_of(half))
            attrs.set("dtype", std::string(name_of(DType::f32)));
        const std::vector<ValueId> outputs = rewrite.graph.apply(node.op->name, inputs, attrs, node.layer);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const bool narrow = graph.value(node.outputs[i]).type.dtype == half;
            rewrite.map(node.outputs[i],
                        narrow ? rewrite.graph.apply1("cast", {outputs[i]},
                                                      {{"dtype", std::string(name_of(half))}}, node.layer)
                               : outputs[i]);
        }
    }
    return rewrite.finish();
}

} // namespace laptime
