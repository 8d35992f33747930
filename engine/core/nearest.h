// SPDX-License-Identifier: Apache-2.0
// Words for messages about words that are not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace laptime {

/// The closest of `known` to `word` by edit distance, or "" when none is close.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// "a, b, c"
std::string listed(const std::vector<std::string>& words);

/// "; did you mean 'b'?" or, where nothing is close, "; known are a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

} // namespace laptime
