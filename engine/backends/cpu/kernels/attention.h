// SPDX-License-Identifier: Apache-2.0
// How the attention kernels cut their work: one (item, head) after the other on a thread, and in it a block
// of queries after the other, so that the block's scores stay in the core's cache and all T·T of them never
// exist.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/graph/op.h"

namespace laptime::cpu {

struct AttentionPlan {
    static constexpr std::int64_t most_rows = 96; ///< of a block
    /// `qkv`: [N, T, 3·C].
    AttentionPlan(const Attributes& attrs, const TensorType& qkv)
        : batch(qkv.shape[0]), length(qkv.shape[1]), channels(qkv.shape[2] / 3),
          heads(attrs.integer("heads", 1)), width(channels / heads), causal(attrs.flag("causal")),
          vector(64 / static_cast<std::int64_t>(size_of(accumulation_type(qkv.dtype)))) {
        padded_width = whole(width);
        // An odd number of vectors, so that the elements of a column do not fall on one another in the
        // caches.
        padded_length = whole(length) / vector % 2 ? whole(length) : whole(length) + vector;
        // About 128 KiB of float32 scores; whole tiles of the products (6 rows).
        block = std::min(std::clamp<std::int64_t>(32768 / padded_length / 6 * 6, 6, most_rows), length);
    }

    std::int64_t batch, length, channels, heads, width;
    bool causal;
    std::int64_t vector; ///< elements of the widest vectors, whatever the machine
    std::int64_t padded_length, padded_width;
    std::int64_t block; ///< queries at a time

    double scale() const { return 1 / std::sqrt(static_cast<double>(width)); }
    /// Rounded up to whole vectors.
    std::int64_t whole(std::int64_t count) const { return (count + vector - 1) / vector * vector; }
    /// How many keys the queries before `end` look at.
    std::int64_t keys(std::int64_t end) const { return causal ? end : length; }
    /// The same for the queries of a block from `first` to before its row `end`, of the block's `seen` keys.
    std::int64_t inner_keys(std::int64_t first, std::int64_t end, std::int64_t seen) const {
        return causal ? std::min(first + end, seen) : seen;
    }

    /// Work space of a thread, in elements of the accumulation type; a whole number of vectors.
    std::int64_t forward_scratch() const {
        return width * padded_length + length * padded_width + block * (padded_length + 2 * padded_width);
    }
    std::int64_t backward_scratch() const {
        return 2 * width * padded_length + 3 * length * padded_width +
               block * (2 * padded_length + 3 * padded_width);
    }
};

} // namespace laptime::cpu
