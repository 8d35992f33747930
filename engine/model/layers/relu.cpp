// SPDX-License-Identifier: Apache-2.0
// One node.
#include "engine/model/layers/relu.h"

namespace laptime {

ValueId Relu::build(BuildContext& context, ValueId x) const {
    return context.graph.apply1("relu", {x}, {}, name);
}

} // namespace laptime
