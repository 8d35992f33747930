// SPDX-License-Identifier: Apache-2.0
#include "engine/core/random.h"

#include <numeric>

namespace laptime {

namespace {

constexpr double two_pi = 6.283185307179586476925286766559;

std::array<std::uint32_t, 4> words(RandomKey key, std::uint64_t block, std::uint32_t stream) {
    return philox(key,
                  {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), stream, 0});
}

/// A double in [0, 1) with 53 random bits.
double unit_double(std::uint32_t high, std::uint32_t low) {
    return static_cast<double>((std::uint64_t{high} << 32 | low) >> 11) * 0x1p-53;
}

} // namespace

std::vector<std::uint32_t> random_permutation(std::uint64_t seed, RandomUse use, std::uint32_t stream,
                                              std::uint32_t count) {
    const RandomKey key = random_key(seed, use);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = count; i > 1; --i) {
        const auto w = words(key, i, stream);
        // Multiply-shift of 64 random bits: the bias is below 2^-32, unmeasurable here.
        const auto wide = static_cast<unsigned __int128>(std::uint64_t{w[0]} << 32 | w[1]) * i;
        std::swap(order[i - 1], order[static_cast<std::uint32_t>(wide >> 64)]);
    }
    return order;
}

std::vector<double> random_uniform(std::uint64_t seed, RandomUse use, std::uint32_t stream, std::size_t count,
                                   double low, double high) {
    const RandomKey key = random_key(seed, use);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; i += 2) {
        const auto w = words(key, i / 2, stream);
        values[i] = low + (high - low) * unit_double(w[0], w[1]);
        if (i + 1 < count)
            values[i + 1] = low + (high - low) * unit_double(w[2], w[3]);
    }
    return values;
}

std::vector<double> random_normal(std::uint64_t seed, RandomUse use, std::uint32_t stream,
                                  std::size_t count) {
    const RandomKey key = random_key(seed, use);
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; i += 2) {
        const auto w = words(key, i / 2, stream);
        const double radius = std::sqrt(-2.0 * std::log1p(-unit_double(w[0], w[1])));
        const double angle = two_pi * unit_double(w[2], w[3]);
        values[i] = radius * std::cos(angle);
        if (i + 1 < count)
            values[i + 1] = radius * std::sin(angle);
    }
    return values;
}

} // namespace laptime
