// SPDX-License-Identifier: Apache-2.0
#include "engine/data/utf8.h"

namespace laptime {

CodePoint first_code_point(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80)
        return {lead, 1};
    const int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4)
        return {0, 0};
    char32_t code = lead & (0xFF >> (length + 1));
    for (int i = 1; i < length; ++i) {
        if (static_cast<std::size_t>(i) == text.size())
            return {0, -1};
        const auto next = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
        // The second byte's range rules out over-long forms, surrogates, and what lies above U+10FFFF.
        const unsigned char least = i > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        const unsigned char most = i > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (next < least || next > most)
            return {0, 0};
        code = code << 6 | (next & 0x3F);
    }
    return {code, length};
}

void append_utf8(std::string& text, char32_t code) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | code >> 6);
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3F));
        put(0x80 | (code >> 6 & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const int length = first_code_point(text).length;
        if (length <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(length));
    }
    return true;
}

std::string as_utf8(std::string_view text) {
    if (is_utf8(text))
        return std::string(text);
    std::string converted;
    for (const char c : text)
        append_utf8(converted, static_cast<unsigned char>(c));
    return converted;
}

} // namespace laptime
