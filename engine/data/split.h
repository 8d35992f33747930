// SPDX-License-Identifier: Apache-2.0
// Splits a validation part off data that has none of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laptime {

struct SplitIndices {
    std::vector<std::uint32_t> train, validation; ///< each in rising order; together every item once
};

/// Takes `fraction` of every class (stratified), chosen by `seed` alone; both parts get at least one item.
/// `fraction` lies inside (0, 1), there are at least two items, and labels are 0…classes-1.
SplitIndices stratified_split(std::span<const std::int32_t> labels, int classes, double fraction,
                              std::uint64_t seed);

/// The same without classes, for values.
SplitIndices random_split(std::int64_t items, double fraction, std::uint64_t seed);

/// How many of the chosen items each class has; all items where `chosen` is empty.
std::vector<std::int64_t> count_classes(std::span<const std::int32_t> labels,
                                        std::span<const std::uint32_t> chosen, int classes);

/// How many items stratified_split() puts into the validation part.
std::int64_t validation_count(std::int64_t items, double fraction);

} // namespace laptime
