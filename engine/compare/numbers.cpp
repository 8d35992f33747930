// SPDX-License-Identifier: Apache-2.0
// Numbers as text without the C locale: std::to_chars only.
#include "engine/compare/numbers.h"

#include <array>
#include <charconv>
#include <cmath>

namespace laptime {

namespace {

std::string two_digits(std::int64_t value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
}

std::string unusual(double value) {
    return std::isnan(value) ? "–" : value > 0 ? "∞" : "-∞";
}

/// Three significant digits without an exponent, for 1 ≤ |value| < 1000 after rounding.
std::string three_digits(double value) {
    const double size = std::fabs(value);
    return digits(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

} // namespace

std::string exact(double value) {
    std::array<char, 40> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), result.ptr};
}

std::string digits(double value, int decimals) {
    if (!std::isfinite(value))
        return unusual(value);
    std::array<char, 400> text{}; // 1.8e308 with its places fits
    const auto result =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    std::string written(text.data(), result.ptr);
    if (written.size() > 1 && written[0] == '-' && written.find_first_not_of("-0.") == std::string::npos)
        written.erase(0, 1); // "-0.00" is no number that anyone wants to read
    return written;
}

std::string with_prefix(double value, const std::string& unit) {
    if (!std::isfinite(value))
        return unusual(value);
    static constexpr std::array prefixes = {"n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    std::size_t prefix = 3;
    const bool zero = value == 0;
    while (!zero && std::fabs(value) >= 999.5 && prefix + 1 < prefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    while (!zero && std::fabs(value) < 0.9995 && prefix > 0) {
        value *= 1000;
        --prefix;
    }
    const bool word = unit.size() > 3; // "12.5 k samples/s", but "980 µs"
    const std::string tail = prefixes[prefix] + std::string(word && prefix != 3 ? " " : "") + unit;
    return (zero ? "0" : three_digits(value)) + (tail.empty() ? "" : " " + tail);
}

std::string bytes_text(double bytes) {
    static constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    if (!std::isfinite(bytes))
        return unusual(bytes);
    std::size_t unit = 0;
    while (std::fabs(bytes) >= 1023.5 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return (unit == 0 ? digits(bytes, 0) : three_digits(bytes)) + " " + units[unit];
}

std::string duration_text(double seconds) {
    if (!std::isfinite(seconds))
        return unusual(seconds);
    if (std::fabs(seconds) < 9.95)
        return seconds == 0                  ? "0 s"
               : std::fabs(seconds) < 0.9995 ? with_prefix(seconds, "s")
                                             : digits(seconds, 2) + " s";
    if (seconds < 59.95)
        return digits(seconds, 1) + " s";
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600)
        return std::to_string(whole / 60) + ":" + two_digits(whole % 60) + " min";
    return std::to_string(whole / 3600) + ":" + two_digits(whole / 60 % 60) + ":" + two_digits(whole % 60) +
           " h";
}

std::string ratio_text(double ratio) {
    if (!std::isfinite(ratio))
        return unusual(ratio);
    return digits(ratio, ratio >= 99.5 ? 0 : ratio >= 9.995 ? 1 : ratio < 0.0995 ? 3 : 2) + "×";
}

} // namespace laptime
