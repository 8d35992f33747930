// SPDX-License-Identifier: Apache-2.0
// UTF-8, strictly as RFC 3629 has it: no surrogates, no over-long forms, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace laptime {

struct CodePoint {
    char32_t code = 0;
    int length = 0; ///< bytes; 0: no character begins here, -1: one may, but the text ends inside it
};

/// The first code point of `text`, which is not empty.
CodePoint first_code_point(std::string_view text);

void append_utf8(std::string& text, char32_t code);

bool is_utf8(std::string_view text);

/// The text itself where it is UTF-8; else it is taken for Windows' Latin-1, the other usual one, and
/// converted.
std::string as_utf8(std::string_view text);

} // namespace laptime
