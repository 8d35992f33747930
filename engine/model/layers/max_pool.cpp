// SPDX-License-Identifier: Apache-2.0
// Pooling is where small images run out of pixels, so the fit is checked here, in the words of the model.
#include "engine/model/layers/max_pool.h"

#include "engine/core/error.h"

namespace laptime {

ValueId MaxPool::build(BuildContext& context, ValueId x) const {
    const Shape input = context.graph.value(x).type.shape;
    if (input.rank() != 4)
        throw ShapeError("layer '" + name + "': a pool takes [batch, height, width, channels], not " +
                         input.text());
    if (input[1] < size_ || input[2] < size_)
        throw ShapeError("layer '" + name + "': a window of " + Shape{size_, size_}.text() +
                         " does not fit into " + input.text() +
                         "; the images are too small for this many pools");
    const std::vector<std::int64_t> window{size_, size_};
    return context.graph
        .apply("max_pool", {x}, {{"window", window}, {"stride", window}, {"padding", std::string("valid")}},
               name)
        .front();
}

} // namespace laptime
