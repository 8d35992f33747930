// SPDX-License-Identifier: Apache-2.0
#include "engine/model/layers/tied_dense.h"

#include "engine/model/layers/parts.h"

namespace laptime {

ValueId TiedDense::build(BuildContext& context, ValueId x) const {
    const Shape input = parts::numbers(context, *this, x);
    const ValueId table = context.graph.find(embedding_ + "/table");
    if (table == no_value)
        parts::misfit(*this, "there is no embedding '" + embedding_ + "' before it whose table could serve " +
                                 input.text() + "; give the embedding's whole name, as \"block/tokens\"");
    const Shape rows = context.shape(table);
    if (input.rank() < 2 || input[-1] != rows[1])
        parts::misfit(*this, "the table " + rows.text() + " of '" + embedding_ + "' does not fit to " +
                                 input.text());
    ValueId y = input.rank() == 2 ? x : parts::reshape(context, x, {-1, input[-1]}, name);
    y = context.graph.apply1("matmul", {y, table}, {{"transpose_b", true}}, name);
    if (input.rank() == 2)
        return y;
    std::vector<std::int64_t> dims = input.dims();
    dims.back() = rows[0];
    return parts::reshape(context, y, std::move(dims), name);
}

const LayerType& tied_dense_layer() {
    static const LayerType type = [] {
        OptionInfo to{"to", std::string(), "whole name of the embedding whose table is the kernel"};
        to.required = true;
        return LayerType{
            "tied_dense",
            "dense without a bias whose kernel is an embedding's table",
            {to},
            [](std::string name, const OptionValues& values, const LayerParts&) -> std::shared_ptr<Layer> {
                return std::make_shared<TiedDense>(std::move(name), values.text("to"));
            }};
    }();
    return type;
}

} // namespace laptime
