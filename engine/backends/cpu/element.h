// SPDX-License-Identifier: Apache-2.0
// Element types as kernels see them: what a half type is converted to for arithmetic, and how. The
// conversions are branch-free integer code that compilers turn into vector instructions on any machine.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "engine/backends/cpu/simd.h"
#include "engine/core/error.h"
#include "engine/graph/dtype.h"

namespace laptime::cpu {

struct Float16 {
    std::uint16_t bits;
};
struct BFloat16 {
    std::uint16_t bits;
};

/// The type in which elements of T are computed and summed.
template <typename T>
using Compute = std::conditional_t<std::is_same_v<T, double>, double, float>;

LAPTIME_INLINE double load(double x) {
    return x;
}
LAPTIME_INLINE float load(float x) {
    return x;
}
LAPTIME_INLINE float load(BFloat16 x) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16);
}
LAPTIME_INLINE float load(std::uint8_t x) {
    return static_cast<float>(x);
}

/// Exact. The exponent is moved into place by a multiplication, which also normalises subnormal numbers.
LAPTIME_INLINE float load(Float16 x) {
    const std::uint32_t magnitude = static_cast<std::uint32_t>(x.bits & 0x7FFFu) << 13;
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p112f;
    const std::uint32_t finite = std::bit_cast<std::uint32_t>(scaled);
    const std::uint32_t bits =
        magnitude >= 0x0F800000u ? (magnitude | 0x7F800000u) : finite; // infinity and NaN
    return std::bit_cast<float>(bits | static_cast<std::uint32_t>(x.bits & 0x8000u) << 16);
}

template <typename T>
T store(Compute<T> x);

template <>
LAPTIME_INLINE double store<double>(double x) {
    return x;
}
template <>
LAPTIME_INLINE float store<float>(float x) {
    return x;
}
/// Rounds to nearest even; NaN stays NaN.
template <>
LAPTIME_INLINE BFloat16 store<BFloat16>(float x) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    const std::uint32_t nan = (bits >> 16) | 0x40u;
    return {static_cast<std::uint16_t>((bits & 0x7FFFFFFFu) > 0x7F800000u ? nan : rounded)};
}
/// Rounds to nearest even, subnormal results included; NaN stays NaN, too large becomes infinity.
template <>
LAPTIME_INLINE Float16 store<Float16>(float x) {
    const std::uint32_t all = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = all >> 16 & 0x8000u;
    const std::uint32_t bits = all & 0x7FFFFFFFu;
    // Normal results: re-bias the exponent and round in the integer domain.
    const std::uint32_t normal = (bits - (112u << 23) + 0xFFFu + ((bits >> 13) & 1u)) >> 13;
    // Subnormal results: adding 0.5 aligns the last kept bit with float32's own, so the addition does the
    // rounding.
    const std::uint32_t subnormal =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + 0.5f) - std::bit_cast<std::uint32_t>(0.5f);
    std::uint32_t result = bits < (113u << 23) ? subnormal : normal;
    result = bits >= 0x477FF000u ? 0x7C00u : result; // 65520 and above round to infinity
    result = bits > 0x7F800000u ? 0x7E00u : result;
    return {static_cast<std::uint16_t>(result | sign)};
}

/// Calls f with a value of the C++ type of `type`; throws DeviceError for a type that is not floating.
template <typename F>
decltype(auto) visit_floating(DType type, F&& f) {
    switch (type) {
    case DType::f64:
        return f(double{});
    case DType::f32:
        return f(float{});
    case DType::bf16:
        return f(BFloat16{});
    case DType::f16:
        return f(Float16{});
    default:
        throw DeviceError("the cpu device cannot compute in " + std::string(name_of(type)) +
                          "; use a floating type");
    }
}

/// As visit_floating, for what is only ever float32 or float64.
template <typename F>
decltype(auto) visit_full_precision(DType type, F&& f) {
    switch (type) {
    case DType::f64:
        return f(double{});
    case DType::f32:
        return f(float{});
    default:
        throw DeviceError("the cpu device does this in float32 or float64 only, not in " +
                          std::string(name_of(type)));
    }
}

} // namespace laptime::cpu

/// Repeats a macro for every floating element type.
#define LAPTIME_EACH_FLOATING(X) X(double) X(float) X(BFloat16) X(Float16)
#define LAPTIME_EACH_FULL_PRECISION(X) X(double) X(float)
