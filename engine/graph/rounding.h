// SPDX-License-Identifier: Apache-2.0
// Rounding to the floating types, to nearest even as IEEE 754 asks: of doubles (the reference device holds
// every value as one), and between float32 and the stored bits of the half types.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/graph/dtype.h"

namespace laptime {

/// x rounded to a binary format of `digits` significand bits (the hidden one included), normal exponents from
/// `least_exponent`, and the largest finite value `greatest`; beyond it, to infinity.
inline double round_to_format(double x, int digits, int least_exponent, double greatest) {
    if (!std::isfinite(x) || x == 0)
        return x;
    const int exponent = std::ilogb(x) < least_exponent ? least_exponent : std::ilogb(x);
    const int quantum = exponent - (digits - 1); // of the last bit
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -quantum)), quantum);
    return std::abs(rounded) > greatest ? std::copysign(std::numeric_limits<double>::infinity(), x) : rounded;
}

/// x as it would be after being stored in `type`; integers are left as they are.
inline double round_to(DType type, double x) {
    switch (type) {
    case DType::f32:
        return static_cast<double>(static_cast<float>(x));
    case DType::f16:
        return round_to_format(x, 11, -14, 65504.0);
    case DType::bf16:
        return round_to_format(x, 8, -126, 0x1.FEp127);
    default:
        return x;
    }
}

/// The bits of bfloat16; NaN stays NaN.
inline std::uint16_t bf16_bits(float x) {
    const auto u = std::bit_cast<std::uint32_t>(x);
    if ((u & 0x7FFFFFFFu) > 0x7F800000u)
        return static_cast<std::uint16_t>(u >> 16 | 0x40u);
    return static_cast<std::uint16_t>((u + 0x7FFFu + (u >> 16 & 1u)) >> 16);
}

inline float bf16_value(std::uint16_t bits) {
    return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

/// The bits of float16; too large becomes infinity, NaN stays NaN.
inline std::uint16_t f16_bits(float x) {
    const auto u = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t sign = u >> 16 & 0x8000u, magnitude = u & 0x7FFFFFFFu;
    std::uint32_t h;
    if (magnitude > 0x7F800000u)
        h = 0x7E00u | (magnitude >> 13 & 0x3FFu); // NaN
    else if (magnitude >= 0x477FF000u)
        h = 0x7C00u; // 65520, half-way to 2^16, and beyond
    else if (magnitude < 0x38800000u)
        // Below 2^-14. The last bit of 0.5f is worth 2^-24, float16's smallest step: the addition rounds to
        // it.
        h = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000u;
    else
        h = (magnitude + 0xFFFu + (magnitude >> 13 & 1u) - (112u << 23)) >> 13;
    return static_cast<std::uint16_t>(sign | h);
}

inline float f16_value(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 0x1Fu,
                        fraction = bits & 0x3FFu;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
        return sign ? -magnitude : magnitude;
    }
    const std::uint32_t biased = exponent == 31 ? 255u : exponent + 112u;
    return std::bit_cast<float>(sign | biased << 23 | fraction << 13);
}

} // namespace laptime
