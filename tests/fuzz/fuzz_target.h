// SPDX-License-Identifier: Apache-2.0
// What a fuzzer is made of. Each fuzz_*.cpp gives these functions for one reader; libfuzzer_main.cpp or
// own_main.cpp feeds it.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace laptime::fuzz {

using Bytes = std::vector<unsigned char>;

/// Small good inputs, made by code, that mutations start from.
std::vector<Bytes> seeds();

/// Words of the format, for mutations to put in; may be empty.
std::vector<std::string> words();

/// Reads one input. Returning is fine, and so is throwing laptime::Error: bad input is told that way.
/// Anything else, be it another exception, is a fault of the reader.
void read(std::span<const unsigned char> input);

inline Bytes bytes_of(const std::string& text) {
    return Bytes(text.begin(), text.end());
}

inline std::string text_of(std::span<const unsigned char> bytes) {
    return std::string(bytes.begin(), bytes.end());
}

} // namespace laptime::fuzz
