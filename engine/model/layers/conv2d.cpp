// SPDX-License-Identifier: Apache-2.0
// Bias and activation are nodes of their own; the fuse pass joins them to the convolution.
#include "engine/model/layers/conv2d.h"

#include "engine/core/error.h"

namespace laptime {

ValueId Conv2d::build(BuildContext& context, ValueId x) const {
    Graph& graph = context.graph;
    const Shape input = graph.value(x).type.shape;
    if (input.rank() != 4)
        throw ShapeError("layer '" + name + "': a convolution takes [batch, height, width, channels], not " +
                         input.text());
    const std::int64_t channels = input[3], window = options_.size * options_.size;
    const ValueId kernel = context.parameter({name + "/kernel",
                                              {options_.filters, options_.size, options_.size, channels},
                                              options_.initializer,
                                              window * channels,
                                              window * options_.filters,
                                              true});
    const std::vector<std::int64_t> stride{options_.stride, options_.stride}, dilation{1, 1};
    ValueId y = graph.apply1("conv2d", {x, kernel},
                             {{"stride", stride},
                              {"dilation", dilation},
                              {"padding", options_.padding},
                              {"groups", std::int64_t{1}}},
                             name);
    if (options_.bias) {
        const ValueId bias = context.parameter(
            {.name = name + "/bias", .shape = {options_.filters}, .decays = false, .fast_bias = true});
        y = graph.apply1("bias_add", {y, bias}, {}, name);
    }
    return options_.relu ? graph.apply1("relu", {y}, {}, name) : y;
}

} // namespace laptime
