// SPDX-License-Identifier: Apache-2.0
// all_finite(x...) -> ok: 1 where no element of any input is infinite or NaN, else 0.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    if (context.inputs.empty())
        context.fail("it takes at least one input");
    for (std::size_t i = 0; i < context.inputs.size(); ++i)
        rules::is_floating(context, static_cast<int>(i), "x");
    return {{accumulation_type(context.inputs[0].dtype), Shape{}}};
}

} // namespace

const Op all_finite = {.name = "all_finite", .precision = PrecisionClass::follows_input, .infer = infer};

} // namespace laptime::ops
