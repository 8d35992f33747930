// SPDX-License-Identifier: Apache-2.0
// Which elements dropout keeps. The choice depends only on (seed, epoch, step, stream, item of the global
// batch, position in the item), never on threads, vector width or how the batch is split into micro-batches
// or replicas.
//
// Element j of item n of a micro-batch whose first item is the global batch's item f, with F elements an
// item, has the index L = (f + n)·F + j. Its random word is word L mod 4 of philox(random_key(seed, dropout),
// counter) with counter = (low 32 bits of B, step, epoch, stream + 65536 · high bits of B) and B = L / 4. It
// is kept where that word is at least rate·2^32, and then multiplied by 1 / (1 − rate).
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/random.h"
#include "engine/graph/attributes.h"

namespace laptime {

struct Dropout {
    RandomKey key{};
    std::uint32_t step = 0, epoch = 0, stream = 0;
    std::uint64_t threshold = 0; ///< kept where the word is at least this
    double scale = 1;            ///< of kept elements
    std::uint64_t first = 0;     ///< L of element 0 of the tensor

    /// `rng`: the operation's input (seed, epoch, step, first item); `item_size`: elements an item.
    Dropout(const Attributes& attrs, const std::int64_t* rng, std::int64_t item_size) {
        const double rate = attrs.number("rate");
        key = random_key(static_cast<std::uint64_t>(rng[0]), RandomUse::dropout);
        epoch = static_cast<std::uint32_t>(rng[1]);
        step = static_cast<std::uint32_t>(rng[2]);
        stream = static_cast<std::uint32_t>(attrs.integer("stream"));
        threshold = static_cast<std::uint64_t>(rate * 0x1p32);
        scale = 1 / (1 - rate);
        first = static_cast<std::uint64_t>(rng[3]) * static_cast<std::uint64_t>(item_size);
    }

    /// The four words of elements 4·block … 4·block + 3, counted by L.
    std::array<std::uint32_t, 4> words(std::uint64_t block) const {
        return philox(key, {static_cast<std::uint32_t>(block), step, epoch,
                            stream + (static_cast<std::uint32_t>(block >> 32) << 16)});
    }
    bool keeps(std::uint32_t word) const { return word >= threshold; }
    /// Is element i of the tensor (row-major) kept? Convenient; a loop should take words() once for four
    /// elements.
    bool keeps_element(std::int64_t i) const {
        const std::uint64_t index = first + static_cast<std::uint64_t>(i);
        return keeps(words(index / 4)[index % 4]);
    }
};

} // namespace laptime
