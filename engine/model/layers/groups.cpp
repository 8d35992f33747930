// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/groups.h"

#include "engine/model/layers/parts.h"

namespace laptime {

namespace {

ValueId run_all(BuildContext& context, const LayerList& layers, ValueId x) {
    for (const auto& layer : layers)
        x = context.run(*layer, x);
    return x;
}

LayerList part(const LayerParts& parts, const std::string& key) {
    const auto it = parts.find(key);
    return it == parts.end() || it->second.empty() ? LayerList{} : it->second.front();
}

} // namespace

ValueId Sequence::build(BuildContext& context, ValueId x) const {
    return run_all(context, body_, x);
}

ValueId Residual::build(BuildContext& context, ValueId x) const {
    parts::numbers(context, *this, x);
    const ValueId y = run_all(context, body_, x);
    const ValueId around = run_all(context, shortcut_, x);
    if (context.shape(y) != context.shape(around))
        parts::misfit(*this, "the body gives " + context.shape(y).text() + ", but the shortcut " +
                                 context.shape(around).text() +
                                 "; they are added, so give the shortcut layers that " +
                                 "change the shape in the same way");
    return context.graph.apply1("add", {y, around}, {}, name);
}

ValueId Concat::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::numbers(context, *this, x);
    std::vector<ValueId> results;
    for (const LayerList& branch : branches_)
        results.push_back(run_all(context, branch, x));
    const Shape first = context.shape(results.front());
    const std::int64_t axis = axis_ < 0 ? axis_ + first.rank() : axis_;
    if (axis < 1 || axis >= first.rank())
        parts::misfit(*this,
                      "axis " + std::to_string(axis_) + " is none of " + first.text() + " behind the batch");
    for (const ValueId result : results) {
        std::vector<std::int64_t> dims = context.shape(result).dims();
        if (dims.size() == first.dims().size())
            dims[static_cast<std::size_t>(axis)] = first[static_cast<int>(axis)];
        if (Shape(dims) != first)
            parts::misfit(*this, "one branch gives " + first.text() + ", another " +
                                     context.shape(result).text() + "; they may differ in axis " +
                                     std::to_string(axis) + " only");
    }
    return context.graph.apply1("concat", results, {{"axis", axis}}, name);
}

const LayerType& sequence_layer() {
    static const LayerType type{
        "sequence",
        "layers one behind the other: to repeat them together, or to give them one dtype",
        {},
        [](std::string name, const OptionValues&, const LayerParts& parts) -> std::shared_ptr<Layer> {
            return std::make_shared<Sequence>(std::move(name), part(parts, "body"));
        },
        {{"body", "the layers"}}};
    return type;
}

const LayerType& residual_layer() {
    static const LayerType type{
        "residual",
        "body(x) + shortcut(x)",
        {},
        [](std::string name, const OptionValues&, const LayerParts& parts) -> std::shared_ptr<Layer> {
            return std::make_shared<Residual>(std::move(name), part(parts, "body"), part(parts, "shortcut"));
        },
        {{"body", "the layers that are gone around"},
         {"shortcut", "layers of the way around; none: x itself", false}}};
    return type;
}

const LayerType& concat_layer() {
    static const LayerType type{
        "concat",
        "the branches' results side by side",
        {{"axis", std::int64_t{-1},
          "axis along which they are joined; negative: from the end; 0 is the batch", -8, 9}},
        [](std::string name, const OptionValues& values, const LayerParts& parts) -> std::shared_ptr<Layer> {
            return std::make_shared<Concat>(std::move(name), parts.at("branches"), values.integer("axis"));
        },
        {{"branches", "lists of layers; an empty one is x itself", true, true}}};
    return type;
}

} // namespace laptime
