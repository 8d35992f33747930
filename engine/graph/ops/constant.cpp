// SPDX-License-Identifier: Apache-2.0
// constant() -> y: `value` everywhere, of type `dtype` and shape `shape` (a scalar where it is not set).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 0);
    return {{rules::dtype_attribute(context, DType::f32), rules::shape_attribute(context, "shape")}};
}

} // namespace

const Op constant = {.name = "constant", .precision = PrecisionClass::follows_input, .infer = infer};

} // namespace laptime::ops
