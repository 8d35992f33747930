// SPDX-License-Identifier: Apache-2.0
// The usual changes of fuzzers: bits, bytes, numbers at the edges of their types, parts moved, doubled and
// cut.
#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>

namespace laptime::fuzz {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 16;
constexpr int most_changes = 6;

constexpr std::array<std::uint64_t, 14> edges{0,
                                              1,
                                              2,
                                              0x7F,
                                              0x80,
                                              0xFF,
                                              0x7FFF,
                                              0x8000,
                                              0xFFFF,
                                              0x7FFFFFFF,
                                              0x80000000,
                                              0xFFFFFFFF,
                                              0x7FFFFFFFFFFFFFFF,
                                              0xFFFFFFFFFFFFFFFF};

} // namespace

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::size_t Mutator::below(std::size_t count) {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return count == 0 ? 0 : z % count;
}

Bytes Mutator::mutated(Bytes input, const Bytes& other) {
    for (std::size_t n = 1 + below(most_changes); n > 0; --n)
        change(input, other);
    if (input.size() > most_bytes)
        input.resize(most_bytes);
    return input;
}

void Mutator::change(Bytes& input, const Bytes& other) {
    const std::size_t at = below(input.size());
    const auto place = input.begin() + static_cast<std::ptrdiff_t>(at);
    switch (input.empty() ? 4 : below(10)) {
    case 0:
        input[at] ^= static_cast<unsigned char>(1u << below(8));
        break;
    case 1:
        input[at] = static_cast<unsigned char>(below(256));
        break;
    case 2:
        input[at] = static_cast<unsigned char>(input[at] + below(35) - 17);
        break;
    case 3:
        put_number(input);
        break;
    case 4:
        input.insert(place, 1 + below(8), static_cast<unsigned char>(below(256)));
        break;
    case 5:
        input.erase(place, place + static_cast<std::ptrdiff_t>(
                                       1 + below(std::min<std::size_t>(input.size() - at, 16))));
        break;
    case 6:
        input.resize(at); // cut off
        break;
    case 7:
        move_part(input, Bytes(input));
        break;
    case 8:
        move_part(input, other);
        break;
    default:
        if (!words_.empty()) {
            const std::string& word = words_[below(words_.size())];
            input.insert(place, word.begin(), word.end());
        }
    }
}

void Mutator::put_number(Bytes& input) {
    const std::size_t size = std::size_t{1} << below(4);
    if (input.size() < size)
        return;
    const std::size_t at = below(input.size() - size + 1);
    const std::uint64_t value = edges[below(edges.size())];
    const bool big = below(2) == 0;
    for (std::size_t i = 0; i < size; ++i)
        input[at + i] = static_cast<unsigned char>(value >> 8 * (big ? size - 1 - i : i));
}

/// Writes a part of `from` over or between what is there.
void Mutator::move_part(Bytes& input, const Bytes& from) {
    if (from.empty())
        return;
    const std::size_t begin = below(from.size()),
                      length = 1 + below(std::min<std::size_t>(from.size() - begin, 64));
    const std::size_t at = below(input.size() + 1);
    const auto part = from.begin() + static_cast<std::ptrdiff_t>(begin);
    if (below(2) == 0) {
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), part,
                     part + static_cast<std::ptrdiff_t>(length));
        return;
    }
    input.resize(std::max(input.size(), at + length));
    std::copy(part, part + static_cast<std::ptrdiff_t>(length),
              input.begin() + static_cast<std::ptrdiff_t>(at));
}

} // namespace laptime::fuzz
