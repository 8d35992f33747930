// SPDX-License-Identifier: Apache-2.0
// The folded multiplication is that of wyhash and its relatives; constants are digits of pi and odd numbers.
#include "engine/data/content_hash.h"

#include <algorithm>
#include <cstring>

namespace laptime {

namespace {

constexpr std::array<std::uint64_t, 4> multipliers{0x9E3779B97F4A7C15u, 0xC2B2AE3D27D4EB4Fu,
                                                   0x165667B19E3779F9u, 0xD6E8FEB86659FD93u};

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

} // namespace

void ContentHash::mix(const unsigned char* data) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), data, block);
    for (std::size_t i = 0; i < 4; ++i)
        lanes_[i] = fold(lanes_[i] ^ words[i], multipliers[i]) + words[i];
}

void ContentHash::add(const void* data, std::size_t size) {
    if (size == 0) // an empty vector's data is null, which memcpy does not take
        return;
    const auto* bytes = static_cast<const unsigned char*>(data);
    total_ += size;
    if (rest_size_ > 0) {
        const std::size_t taken = std::min(size, block - rest_size_);
        std::memcpy(rest_.data() + rest_size_, bytes, taken);
        rest_size_ += taken;
        bytes += taken;
        size -= taken;
        if (rest_size_ < block)
            return;
        mix(rest_.data());
        rest_size_ = 0;
    }
    for (; size >= block; size -= block, bytes += block)
        mix(bytes);
    if (size > 0)
        std::memcpy(rest_.data(), bytes, size);
    rest_size_ = size;
}

std::uint64_t ContentHash::value() const {
    ContentHash last = *this;
    std::fill(last.rest_.begin() + static_cast<std::ptrdiff_t>(rest_size_), last.rest_.end(), 0);
    last.mix(last.rest_.data());
    std::uint64_t hash = total_;
    for (const std::uint64_t lane : last.lanes_)
        hash = fold(hash ^ lane, multipliers[0]) + lane;
    return fold(hash, multipliers[1]);
}

std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (std::size_t i = 0; i < 16; ++i)
        text[15 - i] = "0123456789abcdef"[hash >> (4 * i) & 15];
    return text;
}

} // namespace laptime
