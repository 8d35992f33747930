// SPDX-License-Identifier: Apache-2.0
// "Did you mean …": the known word with the smallest edit distance.
#include "engine/core/nearest.h"

#include <algorithm>

namespace laptime {

namespace {

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

/// "batch" is far from "global_batch" by distance, and "float16" nearer to "float64" than to "mixed_float16";
/// a part of a known word means that word all the same.
bool is_part_of(std::string_view word, std::string_view known) {
    return word.size() >= 4 && known.find(word) != std::string_view::npos;
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
    const std::size_t allowed = std::max<std::size_t>(1, (word.size() + 1) / 3);
    std::string close;
    std::size_t smallest = allowed + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < smallest && distance < word.size()) {
            close = candidate;
            smallest = distance;
        }
    }
    if (smallest > 1)
        for (const std::string& candidate : known)
            if (is_part_of(word, candidate))
                return candidate;
    return close;
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i ? ", " : "") + words[i];
    return text;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const std::string close = nearest(word, known);
    return close.empty() ? "; known are " + listed(known) : "; did you mean '" + close + "'?";
}

} // namespace laptime
