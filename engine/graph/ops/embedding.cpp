// SPDX-License-Identifier: Apache-2.0
// embedding(ids int32[…], table[V, D]) -> y[…, D]: row ids[…] of the table, in type `dtype` (the table's own,
// or a half type of a float32 table, which the precision pass asks for: rows are rounded as they are read,
// and the table is never copied). embedding_grad(dy[…, D], ids) -> dtable[rows, D]: each row's gradients
// added up in the accumulation type. An id outside 0…V−1 is a RunError.
#include "engine/graph/ops/ops.h"
#include "engine/graph/ops/rules.h"

namespace laptime::ops {

namespace {

std::vector<std::int64_t> with_row(const Shape& ids, std::int64_t row) {
    std::vector<std::int64_t> sizes = ids.dims();
    sizes.push_back(row);
    return sizes;
}

std::vector<TensorType> infer(const InferContext& context) {
    rules::input_count(context, 2);
    rules::has_dtype(context, 0, "ids", DType::i32);
    rules::is_floating(context, 1, "table");
    rules::has_rank(context, 1, "table", 2);
    const DType from = context.inputs[1].dtype, to = rules::dtype_attribute(context, from);
    if (to != from && !(from == DType::f32 && is_half(to)))
        context.fail("dtype must be the table's, or a half type where the table is float32, not " +
                     std::string(name_of(to)));
    return {{to, Shape(with_row(context.inputs[0].shape, context.inputs[1].shape[1]))}};
}

std::vector<ValueId> gradient(GradientContext& context) {
    const ValueId dy = context.output_gradients[0];
    if (dy == no_value || !context.needed[1])
        return {no_value, no_value};
    const TensorType table = context.graph.value(context.node.inputs[1]).type;
    return {no_value, context.graph.apply1("embedding_grad", {dy, context.node.inputs[0]},
                                           {{"rows", table.shape[0]}}, context.node.layer)};
}

std::vector<TensorType> infer_grad(const InferContext& context) {
    rules::input_count(context, 2);
    rules::is_floating(context, 0, "dy");
    rules::has_dtype(context, 1, "ids", DType::i32);
    const Shape& dy = context.inputs[0].shape;
    if (dy.rank() < 1)
        context.fail("input 0 (dy) must not be a scalar");
    rules::has_shape(context, 0, "dy", Shape(with_row(context.inputs[1].shape, dy[-1])));
    const std::int64_t rows = context.attrs.integer("rows");
    if (rows < 1)
        context.fail("rows must be at least 1, not " + std::to_string(rows));
    return {{accumulation_type(context.inputs[0].dtype), Shape{rows, dy[-1]}}};
}

} // namespace

const Op embedding = {.name = "embedding",
                      .precision = PrecisionClass::half_safe,
                      .infer = infer,
                      .gradient = gradient,
                      .keeps_type = {1},
                      .names_type = true};

const Op embedding_grad = {
    .name = "embedding_grad", .precision = PrecisionClass::follows_input, .infer = infer_grad};

} // namespace laptime::ops
