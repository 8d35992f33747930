// SPDX-License-Identifier: Apache-2.0
// Whole numbers out of JSON that others may have written.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace laptime {

/// The library turns any number into any other, though 1e99 is no integer and -1 no size: here they are
/// refused. Throws std::out_of_range where `value` is no whole number from 0 to `largest`.
inline std::int64_t whole_number(const nlohmann::json& value, std::int64_t largest = INT64_MAX) {
    // -1 is held as an integer, 1 as an unsigned one.
    const auto* number = value.get_ptr<const nlohmann::json::number_unsigned_t*>();
    if (!number || *number > static_cast<std::uint64_t>(largest))
        throw std::out_of_range(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) +
                                " stands where a whole number should");
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
