// SPDX-License-Identifier: Apache-2.0
// Included by at_each_level.h: max pooling with window and stride 2 and no padding, four inputs held in
// registers.

/// Output rows begin…end−1 of all N·OH.
template <typename T>
void pool_rows_2x2(const PoolGeometry& g, const T* x, T* y, std::uint8_t* index, std::int64_t begin,
                   std::int64_t end) {
    const std::int64_t channels = g.channels, line = g.w.input * channels;
    y += begin * g.w.output * channels;
    index += begin * g.w.output * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const T* from = x + (row / g.h.output * g.h.input + row % g.h.output * 2) * line;
        for (std::int64_t ow = 0; ow < g.w.output;
             ++ow, from += 2 * channels, y += channels, index += channels) {
            std::int64_t c = 0;
            if constexpr (std::is_same_v<T, float> || std::is_same_v<T, BFloat16>)
                for (; c + lane_count <= channels; c += lane_count) {
                    const WindowMaximum maximum =
                        maximum_of(load_lanes(from + c), load_lanes(from + channels + c),
                                   load_lanes(from + line + c), load_lanes(from + line + channels + c));
                    store_lanes(maximum.value, y + c);
                    store_lanes(maximum.position, index + c);
                }
            for (; c < channels; ++c) {
                using C = Compute<T>;
                const C first = load(from[c]), second = load(from[channels + c]);
                const C third = load(from[line + c]), fourth = load(from[line + channels + c]);
                const bool right = scalar_exceeds(second, first), lower_right = scalar_exceeds(fourth, third);
                const C top = right ? second : first, bottom = lower_right ? fourth : third;
                const bool lower = scalar_exceeds(bottom, top);
                y[c] = store<T>(lower ? bottom : top);
                index[c] = static_cast<std::uint8_t>(lower ? 2 + lower_right : right);
            }
        }
    }
}

/// dx for output rows begin…end−1, each of which owns two input rows. `y` is null where there is no relu in
/// front.
template <typename T>
void pool_gradient_rows_2x2(const PoolGeometry& g, const T* dy, const std::uint8_t* index, const T* y, T* dx,
                            std::int64_t begin, std::int64_t end) {
    const std::int64_t channels = g.channels, line = g.w.input * channels;
    for (std::int64_t row = begin; row < end; ++row) {
        T* to = dx + (row / g.h.output * g.h.input + row % g.h.output * 2) * line;
        for (std::int64_t ow = 0; ow < g.w.output; ++ow, to += 2 * channels) {
            const std::int64_t at = (row * g.w.output + ow) * channels;
            T* const corners[4] = {to, to + channels, to + line, to + line + channels};
            std::int64_t c = 0;
            if constexpr (std::is_same_v<T, float>) {
                for (; c + lane_count <= channels; c += lane_count) {
                    FloatLanes gradient = load_lanes(dy + at + c);
                    if (y)
                        gradient = load_lanes(y + at + c) <= 0.0f ? FloatLanes{} : gradient;
                    const IntLanes position = load_lanes(index + at + c);
#pragma GCC unroll 4
                    for (int corner = 0; corner < 4; ++corner)
                        store_lanes(position == corner ? gradient : FloatLanes{}, corners[corner] + c);
                }
            } else if constexpr (std::is_same_v<T, BFloat16>) {
                for (; c + lane_count <= channels;
                     c += lane_count) { // nothing to compute: the bits are only moved
                    HalfLanes gradient = load_bits(dy + at + c);
                    if (y)
                        gradient = not_positive(load_bits(y + at + c)) ? HalfLanes{} : gradient;
                    const HalfLanes position = load_half_lanes(index + at + c);
#pragma GCC unroll 4
                    for (std::uint16_t corner = 0; corner < 4; ++corner)
                        store_bits(position == corner ? gradient : HalfLanes{}, corners[corner] + c);
                }
            }
            for (; c < channels; ++c) {
                const Compute<T> gradient = y && load(y[at + c]) <= 0 ? 0 : load(dy[at + c]);
                for (int corner = 0; corner < 4; ++corner)
                    corners[corner][c] = store<T>(index[at + c] == corner ? gradient : 0);
            }
        }
    }
}
