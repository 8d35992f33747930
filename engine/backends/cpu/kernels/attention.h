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
    /// `qkv`: [N, T, 3·C].
    AttentionPlan(const Attributes& attrs, const TensorType& qkv)
        : batch(qkv.shape[0]), length(qkv.shape[1]), channels(qkv.shape[2] / 3),
          heads(attrs.integer("heads", 1)), width(channels / heads), causal(attrs.flag("causal")) {
        // Whole vectors of the widest kind, whatever the machine.
        const std::int64_t lanes = 64 / static_cast<std::int64_t>(size_of(accumulation_type(qkv.dtype)));
        const auto whole = [lanes](std::int64_t count) { return (count + lanes - 1) / lanes * lanes; };
        vector = lanes;
        padded_length = whole(length);
        padded_width = whole(width);
        // About 128 KiB of float32 scores; whole tiles of the products (6 rows). Behind a causal block's last
        // query no key is looked at, which small blocks gain by.
        const std::int64_t most = causal ? std::max<std::int64_t>(24, length / 12 * 6) : length;
        block = std::clamp<std::int64_t>(32768 / padded_length / 6 * 6, 6, 48);
        block = std::min({block, most, length});
    }

    std::int64_t batch, length, channels, heads, width;
    bool causal;
    std::int64_t vector, padded_length, padded_width;
    std::int64_t block; ///< queries at a time

    double scale() const { return 1 / std::sqrt(static_cast<double>(width)); }
    /// How many keys the queries before `end` look at.
    std::int64_t keys(std::int64_t end) const { return causal ? end : length; }

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
