// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/precision.h"

#include <algorithm>
#include <utility>

#include "engine/graph/op.h"

namespace laptime {

std::string CastRecord::text() const {
    return value + ": " + std::string(name_of(from)) + " → " + std::string(name_of(to)) + " for " +
           (layer.empty() ? op : layer + "/" + op);
}

namespace {

class PrecisionPass {
public:
    PrecisionPass(const Graph& old, DType compute, const std::map<std::string, DType>& layer_dtypes,
                  std::vector<CastRecord>* casts)
        : old_(old), rewrite_(old), compute_(compute), layer_dtypes_(layer_dtypes), casts_(casts) {}

    Graph run() {
        for (const Node& node : old_.nodes())
            rewrite_node(node);
        return rewrite_.finish();
    }

private:
    DType target_type(const Node& node) const {
        switch (node.op->precision) {
        case PrecisionClass::half_safe: {
            const auto it = layer_dtypes_.find(node.layer);
            return it == layer_dtypes_.end() ? compute_ : it->second;
        }
        case PrecisionClass::float32_only:
            return DType::f32;
        case PrecisionClass::follows_input:
            break;
        }
        for (const ValueId input : node.inputs)
            if (const DType type = rewrite_.graph.value(rewrite_(input)).type.dtype; is_floating(type))
                return type;
        return DType::f32;
    }

    ValueId cast(ValueId old_value, DType to, const Node& user) {
        const ValueId source = rewrite_(old_value);
        const DType from = rewrite_.graph.value(source).type.dtype;
        if (from == to)
            return source;
        const auto [it, is_new] = cast_of_.try_emplace({source, to}, no_value);
        if (is_new) {
            const Value& value = old_.value(old_value);
            it->second =
                rewrite_.graph.apply1("cast", {source}, {{"dtype", std::string(name_of(to))}}, user.layer);
            if (casts_)
                casts_->push_back({name_for_people(value), from, to, user.layer, std::string(user.op->name)});
        }
        return it->second;
    }

    std::string name_for_people(const Value& value) const {
        if (value.producer < 0)
            return value.name;
        const Node& producer = old_.nodes()[static_cast<std::size_t>(value.producer)];
        return producer.layer.empty() ? std::string(producer.op->name)
                                      : producer.layer + "/" + std::string(producer.op->name);
    }

    void rewrite_node(const Node& node) {
        const DType target = target_type(node);
        std::vector<ValueId> inputs;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const ValueId input = node.inputs[i];
            const auto index = static_cast<int>(i);
            const bool is_factor = node.op->precision == PrecisionClass::follows_input && i > 0 &&
                                   old_.value(input).type.shape.rank() == 0;
            const bool kept = std::ranges::count(node.op->keeps_type, index) ||
                              std::ranges::count(node.op->mutates, index) || is_factor ||
                              !is_floating(old_.value(input).type.dtype) || node.op->name == "cast";
            inputs.push_back(kept ? rewrite_(input) : cast(input, target, node));
        }
        Attributes attrs = node.attrs;
        // An operation that names its own result type (rescale of the uint8 input, embedding) writes the
        // compute type at once.
        if (node.op->precision == PrecisionClass::half_safe && (attrs.has("dtype") || node.op->names_type))
            attrs.set("dtype", std::string(name_of(target)));
        const std::vector<ValueId> outputs =
            rewrite_.graph.apply(node.op->name, std::move(inputs), std::move(attrs), node.layer);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            rewrite_.map(node.outputs[i], outputs[i]);
    }

    const Graph& old_;
    GraphRewriter rewrite_;
    DType compute_;
    const std::map<std::string, DType>& layer_dtypes_;
    std::vector<CastRecord>* casts_;
    std::map<std::pair<ValueId, DType>, ValueId> cast_of_; ///< each value is cast to a type once
};

} // namespace

Graph apply_precision(const Graph& graph, DType compute, const std::map<std::string, DType>& layer_dtypes,
                      std::vector<CastRecord>* casts) {
    return PrecisionPass(graph, compute, layer_dtypes, casts).run();
}

} // namespace laptime
