// SPDX-License-Identifier: Apache-2.0
// Changes inputs at random, the same way every time: what own_main.cpp uses where there is no libFuzzer.
#pragma once

#include <cstdint>

#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

class Mutator {
public:
    Mutator(std::uint64_t seed, std::vector<std::string> words) : state_(seed), words_(std::move(words)) {}

    /// A few changes to `input`; `other` is what parts may be taken from.
    Bytes mutated(Bytes input, const Bytes& other);

    /// Uniform in 0…count-1.
    std::size_t below(std::size_t count);

private:
    void change(Bytes& input, const Bytes& other);
    void put_number(Bytes& input);
    void move_part(Bytes& input, const Bytes& from);

    std::uint64_t state_;
    std::vector<std::string> words_;
};

} // namespace laptime::fuzz
