// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/ops/rules.h"

#include <sstream>

namespace laptime::rules {

namespace {

const TensorType& input(const InferContext& context, int i) {
    return context.inputs[static_cast<std::size_t>(i)];
}

std::string operand(int i, const char* name) {
    return "input " + std::to_string(i) + " (" + name + ")";
}

} // namespace

void input_count(const InferContext& context, std::size_t least, std::size_t most) {
    const std::size_t n = context.inputs.size();
    if (n >= least && n <= most)
        return;
    std::string wanted = std::to_string(least);
    if (most != least)
        wanted += " to " + std::to_string(most);
    context.fail("it takes " + wanted + " inputs, not " + std::to_string(n));
}

void has_dtype(const InferContext& context, int i, const char* name, DType dtype) {
    if (input(context, i).dtype != dtype)
        context.fail(operand(i, name) + " must be " + std::string(name_of(dtype)));
}

void has_rank(const InferContext& context, int i, const char* name, int rank) {
    if (input(context, i).shape.rank() != rank)
        context.fail(operand(i, name) + " must have " + std::to_string(rank) + " dimensions, not " +
                     std::to_string(input(context, i).shape.rank()));
}

void has_shape(const InferContext& context, int i, const char* name, const Shape& shape) {
    if (input(context, i).shape != shape)
        context.fail(operand(i, name) + " must have shape " + shape.text() + ", not " +
                     input(context, i).shape.text());
}

void is_scalar(const InferContext& context, int i, const char* name) {
    if (input(context, i).shape.rank() != 0)
        context.fail(operand(i, name) + " must be a scalar, of shape []");
}

void is_floating(const InferContext& context, int i, const char* name) {
    if (!laptime::is_floating(input(context, i).dtype))
        context.fail(operand(i, name) + " must be of a floating type");
}

void is_full_precision(const InferContext& context, int i, const char* name) {
    const DType dtype = input(context, i).dtype;
    if (dtype != DType::f32 && dtype != DType::f64)
        context.fail(operand(i, name) + " must be float32 or float64");
}

void same_dtype(const InferContext& context, int i, int j) {
    if (input(context, i).dtype != input(context, j).dtype)
        context.fail("inputs " + std::to_string(j) + " and " + std::to_string(i) +
                     " must have the same type");
}

void same_type(const InferContext& context, int i, int j) {
    same_dtype(context, i, j);
    if (input(context, i).shape != input(context, j).shape)
        context.fail("inputs " + std::to_string(j) + " and " + std::to_string(i) +
                     " must have the same shape");
}

void is_channel_vector(const InferContext& context, int i, const char* name, const Shape& x, DType dtype) {
    has_dtype(context, i, name, dtype);
    has_shape(context, i, name, Shape{x[-1]});
}

void number_between(const InferContext& context, const char* name, double value, double least, double most,
                    bool open) {
    if (value >= least && (open ? value < most : value <= most))
        return;
    std::ostringstream text;
    text << name << " = " << value << " must lie between " << least << " and " << most
         << (open ? " (exclusive)" : "");
    context.fail(text.str());
}

DType dtype_attribute(const InferContext& context, DType otherwise) {
    const std::string name = context.attrs.text("dtype", std::string(name_of(otherwise)));
    for (const DType dtype :
         {DType::f64, DType::f32, DType::f16, DType::bf16, DType::i64, DType::i32, DType::u8})
        if (name_of(dtype) == name)
            return dtype;
    context.fail("dtype '" + name +
                 "' is not a type; there are float64, float32, float16, bfloat16, int64, "
                 "int32 and uint8");
}

Shape shape_attribute(const InferContext& context, const char* name) {
    Shape shape(context.attrs.integers(name));
    for (const std::int64_t size : shape.dims())
        if (size <= 0)
            context.fail(std::string(name) + " " + shape.text() + " must have positive sizes only");
    return shape;
}

} // namespace laptime::rules
