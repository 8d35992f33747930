// SPDX-License-Identifier: Apache-2.0
// Element types of tensors.
#pragma once

#include <cstddef>
#include <string_view>

namespace laptime {

enum class DType : unsigned char { f64, f32, f16, bf16, i64, i32, u8 };

/// Bytes an element.
constexpr std::size_t size_of(DType type) {
    switch (type) {
    case DType::f64:
    case DType::i64:
        return 8;
    case DType::f32:
    case DType::i32:
        return 4;
    case DType::f16:
    case DType::bf16:
        return 2;
    case DType::u8:
        return 1;
    }
    return 0;
}

constexpr bool is_floating(DType type) {
    return type <= DType::bf16;
}
constexpr bool is_half(DType type) {
    return type == DType::f16 || type == DType::bf16;
}

/// The type in which sums of `type` are kept: float64 for float64, float32 for every shorter floating type.
constexpr DType accumulation_type(DType type) {
    return type == DType::f64 ? DType::f64 : DType::f32;
}

/// NumPy's name: "float32", "bfloat16", "uint8", …
constexpr std::string_view name_of(DType type) {
    switch (type) {
    case DType::f64:
        return "float64";
    case DType::f32:
        return "float32";
    case DType::f16:
        return "float16";
    case DType::bf16:
        return "bfloat16";
    case DType::i64:
        return "int64";
    case DType::i32:
        return "int32";
    case DType::u8:
        return "uint8";
    }
    return "?";
}

} // namespace laptime
