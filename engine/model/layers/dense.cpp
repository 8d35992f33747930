// SPDX-License-Identifier: Apache-2.0
// Bias and activation are nodes of their own; the fuse pass joins them to the product.
#include "engine/model/layers/dense.h"

#include "engine/core/error.h"

namespace laptime {

ValueId Dense::build(BuildContext& context, ValueId x) const {
    Graph& graph = context.graph;
    const Shape input = graph.value(x).type.shape;
    if (input.rank() != 2)
        throw ShapeError("layer '" + name + "': a dense layer takes [batch, features], not " + input.text() +
                         "; put a flatten layer in front of it");
    const std::int64_t features = input[1];
    const ValueId kernel = context.parameter(
        {name + "/kernel", {features, options_.units}, options_.initializer, features, options_.units, true});
    ValueId y = graph.apply1("matmul", {x, kernel}, {}, name);
    if (options_.bias) {
        const ValueId bias = context.parameter(
            {.name = name + "/bias", .shape = {options_.units}, .decays = false, .fast_bias = true});
        y = graph.apply1("bias_add", {y, bias}, {}, name);
    }
    return options_.relu ? graph.apply1("relu", {y}, {}, name) : y;
}

} // namespace laptime
