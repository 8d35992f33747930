// SPDX-License-Identifier: Apache-2.0
// softmax(x) -> y over the last axis: y = exp(x - max) / sum exp(x - max), and softmax_grad(dy, y) -> dx = y
// * (dy - sum dy * y).
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"
#include "engine/graph/ops/unary.h"

namespace laptime::ops {

namespace {

void check(const InferContext& context, const char* name) {
    rules::is_full_precision(context, 0, name);
    if (context.inputs[0].shape.rank() < 1)
        context.fail(std::string("input 0 (") + name + ") must not be a scalar");
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 1);
    check(context, "x");
    return {context.inputs[0]};
}

std::vector<ValueId> gradient(GradientContext& context) {
    return rules::unary_gradient(context, "softmax_grad", context.node.outputs[0]);
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 2);
    check(context, "dy");
    rules::same_type(context, 1, 0);
    return {context.inputs[0]};
}

} // namespace

const Op softmax = {
    .name = "softmax", .precision = PrecisionClass::float32_only, .infer = infer, .gradient = gradient};

const Op softmax_grad = {
    .name = "softmax_grad", .precision = PrecisionClass::float32_only, .infer = infer_grad};

} // namespace laptime::ops
