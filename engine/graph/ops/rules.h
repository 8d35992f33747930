// SPDX-License-Identifier: Apache-2.0
// The checks that shape rules are made of. Each throws ShapeError with a text that names the operand; the
// graph adds the operation, the layer and the operands' types.
#pragma once

#include <string>

#include "engine/graph/op.h"

namespace laptime::rules {

/// The operation has from `least` to `most` inputs.
void input_count(const InferContext& context, std::size_t least, std::size_t most);
inline void input_count(const InferContext& context, std::size_t count) {
    input_count(context, count, count);
}

/// Input i has exactly this type, rank or shape. `name`: what the documentation calls the input.
void has_dtype(const InferContext& context, int i, const char* name, DType dtype);
void has_rank(const InferContext& context, int i, const char* name, int rank);
void has_shape(const InferContext& context, int i, const char* name, const Shape& shape);
void is_scalar(const InferContext& context, int i, const char* name);

/// Input i is float64, float32, float16 or bfloat16.
void is_floating(const InferContext& context, int i, const char* name);
/// Input i is float64 or float32, as inputs of float32-only operations are.
void is_full_precision(const InferContext& context, int i, const char* name);
/// Input i has the type of input j.
void same_dtype(const InferContext& context, int i, int j);
/// Input i has the type and shape of input j.
void same_type(const InferContext& context, int i, int j);
/// Input i is a vector [size of the last axis of x] of type `dtype`.
void is_channel_vector(const InferContext& context, int i, const char* name, const Shape& x, DType dtype);

/// Attribute `name` lies in [least, most] (or [least, most) where `open`).
void number_between(const InferContext& context, const char* name, double value, double least, double most,
                    bool open = false);

/// The type that attribute "dtype" names ("float32"), or `otherwise` where it is not set.
DType dtype_attribute(const InferContext& context, DType otherwise);
/// The shape that attribute `name` gives; all sizes must be positive.
Shape shape_attribute(const InferContext& context, const char* name);

} // namespace laptime::rules
