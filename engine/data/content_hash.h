// SPDX-License-Identifier: Apache-2.0
// A fast 64-bit hash that tells whether two runs saw the same data. Not for anything that an attacker would
// care about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace laptime {

/// Feed the bytes in pieces of any size, then ask. Four lanes, each a 64 × 64 → 128 bit product folded to 64
/// bits for every 8 bytes: about 10 GB/s, so that a fingerprint costs milliseconds.
class ContentHash {
public:
    void add(const void* data, std::size_t size);
    void add(std::uint64_t value) { add(&value, sizeof value); }
    std::uint64_t value() const;

private:
    static constexpr std::size_t block = 32;
    void mix(const unsigned char* data);

    std::array<std::uint64_t, 4> lanes_{0x243F6A8885A308D3u, 0x13198A2E03707344u, 0xA4093822299F31D0u,
                                        0x082EFA98EC4E6C89u};
    std::array<unsigned char, block> rest_{};
    std::size_t rest_size_ = 0;
    std::uint64_t total_ = 0;
};

/// Sixteen hexadecimal digits.
std::string hash_text(std::uint64_t hash);

} // namespace laptime
