// SPDX-License-Identifier: Apache-2.0
// Whole numbers out of JSON that others may have written.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace laptime {

/// From parsed JSON. The library turns any number into any other, though 1e99 is no integer and -1 no size:
/// here they are refused. Throws std::out_of_range where `value` is no whole number from 0 to `largest`.
inline std::int64_t whole_number(const nlohmann::json& value, std::int64_t largest = INT64_MAX) {
    // The parser holds -1 as an integer, 1 as an unsigned one.
    const auto* number = value.get_ptr<const nlohmann::json::number_unsigned_t*>();
    if (!number || *number > static_cast<std::uint64_t>(largest))
        // All else is named by its type: it may be of any length, and nested deeper than the stack.
        throw std::out_of_range((value.is_number() ? value.dump() : value.type_name()) +
                                std::string(" stands where a whole number should"));
    return static_cast<std::int64_t>(*number);
}

inline std::vector<std::int64_t> whole_numbers(const nlohmann::json& values) {
    if (!values.is_array())
        throw std::out_of_range("a list of whole numbers is missing");
    std::vector<std::int64_t> numbers;
    for (const nlohmann::json& value : values)
        numbers.push_back(whole_number(value));
    return numbers;
}

} // namespace laptime
