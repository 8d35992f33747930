// SPDX-License-Identifier: Apache-2.0
// The classes' shares are rounded on their running sum, so that the total is exact and no class is off by
// more than one.
#include "engine/data/split.h"

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"

namespace laptime {

std::int64_t validation_count(std::int64_t items, double fraction) {
    const auto wanted = static_cast<std::int64_t>(std::llround(static_cast<double>(items) * fraction));
    return std::clamp<std::int64_t>(wanted, 1, items - 1);
}

SplitIndices stratified_split(std::span<const std::int32_t> labels, int classes, double fraction,
                              std::uint64_t seed) {
    std::vector<std::vector<std::uint32_t>> by_class(static_cast<std::size_t>(classes));
    for (std::size_t i = 0; i < labels.size(); ++i)
        by_class[static_cast<std::size_t>(labels[i])].push_back(static_cast<std::uint32_t>(i));

    const auto items = static_cast<std::int64_t>(labels.size());
    const double share = static_cast<double>(validation_count(items, fraction)) / static_cast<double>(items);
    std::vector<bool> chosen(labels.size(), false);
    std::int64_t seen = 0, taken = 0;
    for (std::size_t c = 0; c < by_class.size(); ++c) {
        const std::vector<std::uint32_t>& members = by_class[c];
        const auto order = random_permutation(seed, RandomUse::split, static_cast<std::uint32_t>(c),
                                              static_cast<std::uint32_t>(members.size()));
        seen += static_cast<std::int64_t>(members.size());
        const auto until = static_cast<std::int64_t>(std::llround(static_cast<double>(seen) * share));
        for (std::size_t i = 0; taken < until && i < members.size(); ++i, ++taken)
            chosen[members[order[i]]] = true;
    }

    SplitIndices split;
    for (std::size_t i = 0; i < labels.size(); ++i)
        (chosen[i] ? split.validation : split.train).push_back(static_cast<std::uint32_t>(i));
    return split;
}

SplitIndices random_split(std::int64_t items, double fraction, std::uint64_t seed) {
    const std::vector<std::int32_t> one_class(static_cast<std::size_t>(items), 0);
    return stratified_split(one_class, 1, fraction, seed);
}

std::vector<std::int64_t> count_classes(std::span<const std::int32_t> labels,
                                        std::span<const std::uint32_t> chosen, int classes) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(classes));
    if (chosen.empty())
        for (const std::int32_t label : labels)
            ++counts[static_cast<std::size_t>(label)];
    for (const std::uint32_t item : chosen)
        ++counts[static_cast<std::size_t>(labels[item])];
    return counts;
}

} // namespace laptime
