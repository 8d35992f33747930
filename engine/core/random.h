// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers (Philox4x32-10; Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
// SC 2011). A number depends only on its key and counter, so results are the same whatever the thread timing.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace laptime {

/// What a stream of random numbers is for; part of the key, so that streams never overlap.
enum class RandomUse : std::uint32_t {
    initial_weights = 1,
    shuffle = 2,
    dropout = 3,
    augmentation = 4,
    split = 5,
    synthetic = 6,
    text_cut = 7,
    generation = 8
};

struct RandomKey {
    std::uint32_t low, high;
};

/// Key of the stream (seed, use).
inline RandomKey random_key(std::uint64_t seed, RandomUse use) {
    // SplitMix64 finaliser: neighbouring seeds get unrelated keys.
    std::uint64_t z = seed + 0x9E3779B97F4A7C15ull * static_cast<std::uint32_t>(use);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return {static_cast<std::uint32_t>(z), static_cast<std::uint32_t>(z >> 32)};
}

/// Four uniform 32-bit words of counter (c0, c1, c2, c3) under `key`.
inline std::array<std::uint32_t, 4> philox(RandomKey key, std::array<std::uint32_t, 4> c) {
    std::uint32_t k0 = key.low, k1 = key.high;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c[0];
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

/// A double in [0, 1) from 32 random bits.
inline double unit_uniform(std::uint32_t bits) {
    return bits * 0x1p-32;
}

/// A permutation of 0…count-1 that depends on (seed, use, stream) alone (Fisher–Yates). `stream`: the epoch,
/// say.
std::vector<std::uint32_t> random_permutation(std::uint64_t seed, RandomUse use, std::uint32_t stream,
                                              std::uint32_t count);

/// `count` uniform numbers in [low, high) of stream (seed, use, stream).
std::vector<double> random_uniform(std::uint64_t seed, RandomUse use, std::uint32_t stream, std::size_t count,
                                   double low, double high);

/// `count` standard normal numbers (Box–Muller) of stream (seed, use, stream).
std::vector<double> random_normal(std::uint64_t seed, RandomUse use, std::uint32_t stream, std::size_t count);

} // namespace laptime
