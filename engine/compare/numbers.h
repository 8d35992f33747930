// SPDX-License-Identifier: Apache-2.0
// Numbers as text, the same in every locale: exact for files, short for people.
#pragma once

#include <cstdint>
#include <string>

namespace laptime {

/// The shortest decimal text that reads back to the same double ("0.1", "1e-07"); "nan", "inf", "-inf".
std::string exact(double value);

/// Fixed with `decimals` places, "0.9100"; "–" for NaN, "∞" for an infinity.
std::string digits(double value, int decimals);

/// Three significant digits with an SI prefix and a unit: "12.5 k samples/s", "980 µs", "1.83 M". "–" for
/// NaN.
std::string with_prefix(double value, const std::string& unit);

/// Bytes in binary multiples: "212 MiB".
std::string bytes_text(double bytes);

/// "340 ms", "4.2 s", "3:25 min", "1:05:00 h". "–" for NaN.
std::string duration_text(double seconds);

/// "1.83×"
std::string ratio_text(double ratio);

} // namespace laptime
