// SPDX-License-Identifier: Apache-2.0
#include "engine/data/number_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

namespace laptime {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Exactly what from_chars takes for a decimal number, and a plus sign.
std::optional<double> plain_number(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || !(is_digit(digits[0]) || digits[0] == '.')) // from_chars also takes "inf" and "nan"
        return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size())
        return std::nullopt;
    if (error == std::errc::result_out_of_range) // too small is nothing, too large is no number
        return text.find_first_of("eE") != text.npos && text.find("e-") == text.npos &&
                       text.find("E-") == text.npos
                   ? std::nullopt
                   : std::optional(0.0);
    return error == std::errc() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// "1.234.567": the whole part with dots between its thousands.
bool is_grouped(std::string_view whole) {
    if (whole.starts_with('-') || whole.starts_with('+'))
        whole.remove_prefix(1);
    const std::size_t first = whole.find('.');
    if (first == 0 || first > 3 || (whole.size() - first) % 4 != 0)
        return false;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (i >= first && (i - first) % 4 == 0 ? whole[i] != '.' : !is_digit(whole[i]))
            return false;
    return true;
}

} // namespace

bool has_decimal_comma(std::string_view text) {
    return text.find(',') != text.npos && number_of(text, true).has_value();
}

std::optional<double> number_of(std::string_view text, bool decimal_comma) {
    if (text.empty())
        return std::nullopt;
    if (!decimal_comma)
        return plain_number(text);
    const std::size_t comma = text.find(',');
    const std::string_view whole = text.substr(0, comma);
    const bool grouped = whole.find('.') != whole.npos && is_grouped(whole);
    if (comma == text.npos && !grouped)
        return plain_number(text);
    if (!grouped && whole.find('.') != whole.npos)
        return std::nullopt;
    std::string plain(text);
    if (grouped)
        plain.erase(std::remove(plain.begin(), plain.end(), '.'), plain.end());
    std::ranges::replace(plain, ',', '.');
    return plain_number(plain); // a second comma is a second dot, which is no number
}

bool is_missing(std::string_view text) {
    if (text.empty() || text == "?")
        return true;
    for (const std::string_view word : {"na", "n/a", "nan", "null"})
        if (std::ranges::equal(text, word, {}, [](unsigned char c) { return std::tolower(c); }))
            return true;
    return false;
}

} // namespace laptime
