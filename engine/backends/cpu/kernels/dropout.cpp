// SPDX-License-Identifier: Apache-2.0
// dropout(x, rng) -> y. The random words are those of engine/graph/ops/dropout.h, made for sixteen blocks of
// four at a time so that Philox's rounds run in vectors.
#include "engine/graph/ops/dropout.h"

#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/kernels/makers.h"
#include "engine/backends/cpu/parallel.h"

namespace laptime::cpu {

namespace {

constexpr int lanes = 16;

/// words[w][l]: word w of block `block + l` (see Dropout::words).
LAPTIME_INLINE void words_of(const Dropout& dropout, std::uint64_t block, std::uint32_t (&words)[4][lanes]) {
    std::uint32_t c0[lanes], c1[lanes], c2[lanes], c3[lanes];
    for (int l = 0; l < lanes; ++l) {
        const std::uint64_t index = block + static_cast<std::uint64_t>(l);
        c0[l] = static_cast<std::uint32_t>(index);
        c1[l] = dropout.step;
        c2[l] = dropout.epoch;
        c3[l] = dropout.stream + (static_cast<std::uint32_t>(index >> 32) << 16);
    }
    std::uint32_t k0 = dropout.key.low, k1 = dropout.key.high;
    for (int round = 0; round < 10; ++round) {
        for (int l = 0; l < lanes; ++l) {
            const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c0[l];
            const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * c2[l];
            c0[l] = static_cast<std::uint32_t>(p1 >> 32) ^ c1[l] ^ k0;
            c1[l] = static_cast<std::uint32_t>(p1);
            c2[l] = static_cast<std::uint32_t>(p0 >> 32) ^ c3[l] ^ k1;
            c3[l] = static_cast<std::uint32_t>(p0);
        }
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    for (int l = 0; l < lanes; ++l) {
        words[0][l] = c0[l];
        words[1][l] = c1[l];
        words[2][l] = c2[l];
        words[3][l] = c3[l];
    }
}

/// Elements begin…end−1 of the tensor.
template <typename T>
LAPTIME_INLINE void loop(const Dropout& dropout, const T* x, T* y, std::int64_t begin, std::int64_t end) {
    const auto scale = static_cast<Compute<T>>(dropout.scale);
    const auto threshold = static_cast<std::uint32_t>(dropout.threshold); // rate < 1, so it fits
    std::uint32_t words[4][lanes];
    std::uint32_t random[4 * lanes];
    while (begin < end) {
        const std::uint64_t index = dropout.first + static_cast<std::uint64_t>(begin);
        words_of(dropout, index / 4, words);
        for (int l = 0; l < lanes; ++l)
            for (int w = 0; w < 4; ++w)
                random[4 * l + w] = words[w][l];
        const auto skip = static_cast<std::int64_t>(index % 4);
        const std::int64_t count = std::min<std::int64_t>(end - begin, 4 * lanes - skip);
        LAPTIME_INDEPENDENT
        for (std::int64_t i = 0; i < count; ++i) {
            const Compute<T> kept = load(x[begin + i]) * scale;
            y[begin + i] = store<T>(random[skip + i] >= threshold ? kept : 0);
        }
        begin += count;
    }
}

#define LAPTIME_DROPOUT(T)                                                                                   \
    LAPTIME_CLONES void dropout_range(const Dropout& dropout, const T* x, T* y, std::int64_t begin,          \
                                      std::int64_t end) {                                                    \
        loop(dropout, x, y, begin, end);                                                                     \
    }
LAPTIME_EACH_FLOATING(LAPTIME_DROPOUT)

} // namespace

Kernel make_dropout(const KernelContext& context) {
    const std::int64_t count = context.shape(0).count(), item = count / context.shape(0)[0];
    const Attributes attrs = context.attrs();
    return visit_floating(context.dtype(0), [&](auto element) -> Kernel {
        using T = decltype(element);
        return {[=](Arguments args) {
            const T* x = in<T>(args, 0);
            T* y = out<T>(args, 2);
            const Dropout dropout(attrs, in<std::int64_t>(args, 1), item);
            parallel_for(count, serial_elements / 4, 64, [&](std::int64_t begin, std::int64_t end) {
                dropout_range(dropout, x, y, begin, end);
            });
        }};
    });
}

} // namespace laptime::cpu
