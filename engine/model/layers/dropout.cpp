// SPDX-License-Identifier: Apache-2.0
// Evaluation drops nothing, but counts its stream all the same: both graphs of a model number the streams
// alike.
#include "engine/model/layers/dropout.h"

namespace laptime {

ValueId Dropout::build(BuildContext& context, ValueId x) const {
    const std::int64_t stream = context.dropout_streams++;
    if (!context.training)
        return x;
    return context.graph.apply1("dropout", {x, context.rng}, {{"rate", rate_}, {"stream", stream}}, name);
}

} // namespace laptime
