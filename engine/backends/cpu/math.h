// SPDX-License-Identifier: Apache-2.0
// exp, tanh, the logistic function and the normal distribution, for loops over elements. In float32 they are
// polynomials without branches, which compilers turn into vector instructions (a call of the C library would
// keep the loop scalar), with a relative error of a few 1e-7; NaN stays NaN. In float64 they are the C
// library's.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "engine/backends/cpu/simd.h"

namespace laptime::cpu {

namespace math {

/// x = n · ln 2 + r with |r| ≤ ln(2)/2: n, and exp(r) − 1 to 2.5e-8 (interpolated at Chebyshev's points).
struct Reduced {
    std::int32_t n;
    float expm1;
};
LAPTIME_INLINE Reduced reduce(float x) {
    constexpr float rounding = 12582912.0f; // 1.5 · 2^23: adding it leaves an integer in the low bits
    const float shifted = x * 1.44269504f + rounding;
    const float n = shifted - rounding;
    const float r = (x - n * 0.693359375f) + n * 2.12194440e-4f; // ln 2 in two parts, the first one short
    float q = 1.39262681e-3f;
    q = q * r + 8.36324667e-3f;
    q = q * r + 4.16665541e-2f;
    q = q * r + 1.66665766e-1f;
    q = q * r + 0.5f;
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(rounding);
    return {static_cast<std::int32_t>(bits), r + r * r * q};
}

/// 2^n for −127 < n < 128.
LAPTIME_INLINE float power_of_two(std::int32_t n) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
}

} // namespace math

LAPTIME_INLINE float exp_of(float x) {
    x = x < -104.0f ? -104.0f : x; // beyond these all is 0 and infinity
    x = x > 89.0f ? 89.0f : x;
    const math::Reduced reduced = math::reduce(x);
    const std::int32_t half = reduced.n >> 1; // in two steps, for results that are subnormal or infinite
    return (1.0f + reduced.expm1) * math::power_of_two(half) * math::power_of_two(reduced.n - half);
}
LAPTIME_INLINE double exp_of(double x) {
    return std::exp(x);
}

/// exp of what is not above 0 but for rounding, as in a softmax: cheaper. 0 below −87, where float32 is about
/// to lose digits.
LAPTIME_INLINE float exp_below_zero(float x) {
    const math::Reduced reduced = math::reduce(x < -87.0f ? -87.0f : x);
    const float power = (1.0f + reduced.expm1) * math::power_of_two(reduced.n);
    return x < -87.0f ? 0.0f : power;
}
LAPTIME_INLINE double exp_below_zero(double x) {
    return std::exp(x);
}

/// From exp(2|x|) − 1, which keeps its digits near 0.
LAPTIME_INLINE float tanh_of(float x) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
    float size = std::bit_cast<float>(bits & 0x7FFFFFFFu);
    size = size > 10.0f ? 10.0f : size; // rounds to 1
    const math::Reduced reduced = math::reduce(2.0f * size);
    const float power = math::power_of_two(reduced.n);
    const float grown = power * reduced.expm1 + (power - 1.0f);
    const float tanh = grown / (grown + 2.0f);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(tanh) | (bits & 0x80000000u));
}
LAPTIME_INLINE double tanh_of(double x) {
    return std::tanh(x);
}

template <typename C>
LAPTIME_INLINE C sigmoid_of(C x) {
    return 1 / (1 + exp_of(-x));
}

/// The standard normal distribution at x: the part of it below x, and its density.
template <typename C>
struct Normal {
    C below, density;
};
/// The tail is exp(−x²/2) · t · p(t) with t = 1 / (1 + z/2), z = |x|/√2: the form of Numerical Recipes'
/// erfcc, here with a polynomial of degree 8 that interpolates exp(z²)·erfc(z)/(2t) for z up to 10.5.
LAPTIME_INLINE Normal<float> normal_of(float x) {
    const float size = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) & 0x7FFFFFFFu);
    const float t = 1.0f / (1.0f + size * 0.353553391f);
    float p = -6.00128051e-2f;
    p = p * t + 2.89165503e-1f;
    p = p * t - 4.96626929e-1f;
    p = p * t + 2.88694130e-1f;
    p = p * t - 3.37807128e-2f;
    p = p * t + 2.05616343e-1f;
    p = p * t + 2.42395722e-1f;
    p = p * t + 2.82467166e-1f;
    p = p * t + 2.82081540e-1f;
    const float bell = exp_of(-0.5f * x * x);
    const float tail = 0.5f * bell * t * p;
    return {x > 0.0f ? 1.0f - tail : tail, 0.398942280f * bell};
}
LAPTIME_INLINE Normal<double> normal_of(double x) {
    return {std::erfc(-x / std::numbers::sqrt2) / 2,
            std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2};
}

} // namespace laptime::cpu
