// SPDX-License-Identifier: Apache-2.0
// Numbers as tables write them, whatever the process's locale.
#pragma once

#include <optional>
#include <string_view>

namespace laptime {

/// Whole text, finite. With `decimal_comma`, "1,5" is one and a half and the dots of "1.234" or "1.234,5"
/// group thousands, but "1.5" is still one and a half; without it, a comma makes a text.
std::optional<double> number_of(std::string_view text, bool decimal_comma);

/// True for what can only be a number with a decimal comma: "1,5", "1.234,56".
bool has_decimal_comma(std::string_view text);

/// Empty, NA, N/A, NaN, null (in any case) or ?.
bool is_missing(std::string_view text);

} // namespace laptime
