// SPDX-License-Identifier: Apache-2.0
// Several float32 values computed at once, for the few loops that compilers do not turn into vectors by
// themselves. They are the compiler's own vector types, as wide as a register of the level that is being
// compiled (LAPTIME_LANES values): GCC takes wider ones apart into single values. No include guard:
// at_each_level.h includes this once for each level of instructions.

constexpr std::int64_t lane_count = LAPTIME_LANES;

using FloatLanes = float __attribute__((vector_size(4 * LAPTIME_LANES)));
using IntLanes =
    std::int32_t __attribute__((vector_size(4 * LAPTIME_LANES))); ///< of a comparison: −1 where true
using WordLanes = std::uint32_t __attribute__((vector_size(4 * LAPTIME_LANES)));
using HalfLanes = std::uint16_t __attribute__((vector_size(2 * LAPTIME_LANES)));
using ByteLanes = std::uint8_t __attribute__((vector_size(LAPTIME_LANES)));

LAPTIME_INLINE FloatLanes load_lanes(const float* from) {
    FloatLanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
LAPTIME_INLINE FloatLanes load_lanes(const BFloat16* from) {
    HalfLanes bits;
    std::memcpy(&bits, from, sizeof bits);
    return reinterpret_cast<FloatLanes>(__builtin_convertvector(bits, WordLanes) << 16);
}
LAPTIME_INLINE IntLanes load_lanes(const std::uint8_t* from) {
    ByteLanes bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    // In two steps, because GCC 12 converts to four times the width one element at a time.
    return __builtin_convertvector(__builtin_convertvector(bytes, HalfLanes), IntLanes);
}

LAPTIME_INLINE void store_lanes(FloatLanes lanes, float* to) {
    std::memcpy(to, &lanes, sizeof lanes);
}
/// Rounds as store<BFloat16>().
LAPTIME_INLINE void store_lanes(FloatLanes lanes, BFloat16* to) {
    const WordLanes bits = reinterpret_cast<WordLanes>(lanes);
    const WordLanes rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    const HalfLanes halves =
        __builtin_convertvector(lanes != lanes ? (bits >> 16) | 0x40u : rounded, HalfLanes);
    std::memcpy(to, &halves, sizeof halves);
}
LAPTIME_INLINE void store_lanes(IntLanes lanes, std::uint8_t* to) {
    const ByteLanes bytes = __builtin_convertvector(__builtin_convertvector(lanes, HalfLanes), ByteLanes);
    std::memcpy(to, &bytes, sizeof bytes);
}

/// The bits of elements as they are, for what is only moved.
LAPTIME_INLINE HalfLanes load_bits(const BFloat16* from) {
    HalfLanes bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}
LAPTIME_INLINE void store_bits(HalfLanes bits, BFloat16* to) {
    std::memcpy(to, &bits, sizeof bits);
}
LAPTIME_INLINE HalfLanes load_half_lanes(const std::uint8_t* from) {
    ByteLanes bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, HalfLanes);
}
/// x <= 0 of bfloat16 bits; false for NaN, whatever its sign.
LAPTIME_INLINE auto not_positive(HalfLanes bits) {
    return (bits == 0) | ((bits >= 0x8000u) & (bits <= 0xFF80u));
}

LAPTIME_INLINE FloatLanes relu_lanes(FloatLanes x) {
    return x <= 0.0f ? FloatLanes{} : x;
}

/// Where is `value` to be taken instead of `best`? NaN counts as the largest, so that it is seen and not
/// lost.
LAPTIME_INLINE IntLanes exceeds(FloatLanes value, FloatLanes best) {
    return (value > best) | (value != value);
}

/// The first maximum of a 2x2 window, and its position 0…3.
struct WindowMaximum {
    FloatLanes value;
    IntLanes position;
};
LAPTIME_INLINE WindowMaximum maximum_of(FloatLanes a, FloatLanes b, FloatLanes c, FloatLanes d) {
    const IntLanes right = exceeds(b, a), lower_right = exceeds(d, c);
    const FloatLanes top = right ? b : a, bottom = lower_right ? d : c;
    const IntLanes lower = exceeds(bottom, top);
    return {lower ? bottom : top, lower ? 2 - lower_right : -right};
}
