// SPDX-License-Identifier: Apache-2.0
// The batch is written into the shape, not left open, because all shapes of a graph are static.
#include "engine/model/layers/flatten.h"

namespace laptime {

ValueId Flatten::build(BuildContext& context, ValueId x) const {
    const std::int64_t batch = context.graph.value(x).type.shape[0];
    const std::vector<std::int64_t> shape{batch, -1};
    return context.graph.apply1("reshape", {x}, {{"shape", shape}}, name);
}

} // namespace laptime
