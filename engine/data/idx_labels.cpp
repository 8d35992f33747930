// SPDX-License-Identifier: Apache-2.0
// An IDX file does not say how many classes there are, so one wrong byte could make 256 of them: labels
// behind a gap that hardly ever occur are taken for damage, with a way to say that they are meant.
#include "engine/data/idx_labels.h"

#include <algorithm>
#include <array>
#include <span>

#include "engine/core/error.h"

namespace laptime {

namespace {

/// Labels behind a gap must make up at least one item in so many.
constexpr std::int64_t rare = 100;

std::span<const unsigned char> bytes_of(const IdxArray& labels) {
    return {labels.data.get(), static_cast<std::size_t>(labels.items())};
}

std::string at(const std::string& file, std::size_t item, int label) {
    return file + ": item " + std::to_string(item) + " (counted from 0) has label " + std::to_string(label);
}

} // namespace

int classes_shown_by(const IdxArray& labels, const std::string& file) {
    std::array<std::int64_t, 256> count{};
    for (const unsigned char label : bytes_of(labels))
        ++count[label];
    std::int64_t above = 0;
    int highest = -1;
    for (int label = 255; label > 0; --label) {
        const auto i = static_cast<std::size_t>(label);
        above += count[i];
        if (count[i] > 0 && highest < 0)
            highest = label;
        if (above == 0 || count[i] == 0 || count[i - 1] > 0 || above * rare >= labels.items())
            continue;
        int below = label - 1;
        while (below >= 0 && count[static_cast<std::size_t>(below)] == 0)
            --below;
        const auto bytes = bytes_of(labels);
        const auto stray =
            std::find_if(bytes.begin(), bytes.end(), [&](unsigned char b) { return b >= label; });
        throw DataError(at(file, static_cast<std::size_t>(stray - bytes.begin()), *stray) +
                        ", out of range: nearly all others are at most " + std::to_string(below) +
                        "; correct the file, or name every class, one a line, in classes.txt beside it");
    }
    return std::max(highest, 0) + 1;
}

std::vector<std::int32_t> checked_labels(const IdxArray& labels, int classes, const std::string& file) {
    const auto bytes = bytes_of(labels);
    std::vector<std::int32_t> checked(bytes.begin(), bytes.end());
    for (std::size_t i = 0; i < checked.size(); ++i)
        if (checked[i] >= classes)
            throw DataError(at(file, i, checked[i]) + ", out of range: there are " + std::to_string(classes) +
                            " classes, 0 to " + std::to_string(classes - 1));
    return checked;
}

} // namespace laptime
