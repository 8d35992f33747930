// SPDX-License-Identifier: Apache-2.0
// What a model of the library, or a layer of a model file, may be told: named values with their defaults,
// what they may be, and the check of what was given.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/error.h"
#include "engine/core/nearest.h"
#include "engine/model/initializer.h"

namespace laptime {

using OptionValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

struct OptionInfo {
    std::string name; ///< "dropout"
    OptionValue default_value;
    std::string help;
    double minimum = 0, limit = 0;       ///< numbers, and each number of a list: minimum ≤ value < limit
    std::vector<std::string> words = {}; ///< text: what may be said
    std::size_t length =
        0; ///< a list of exactly so many numbers, for which one number may stand; 0: of any length
    bool required = false;    ///< must be said: the default only shows of what type it is
    bool initializer = false; ///< text: what parse_initializer() takes
};

/// Number of units, filters, …: enough for any machine, small enough that a slip of the keyboard is caught.
constexpr double most_units = 65537;
/// Numbers that only have to be finite.
constexpr double any_number = 1e30;

/// An initialiser by name, with numbers in brackets where it takes some: "he_normal", "constant(0.1)",
/// "random_normal(mean, deviation)", "truncated_normal(mean, deviation)", "random_uniform(least, most)",
/// "orthogonal(gain)", "identity(gain)". Throws InvalidInput that says what there is.
Initializer parse_initializer(const std::string& text);

/// What is wrong with one value, as "is 1, must be …"; empty when it is fine. A whole number is welcome where
/// a real one is expected.
std::string option_problem(const OptionInfo& info, const OptionValue& value);

/// What is wrong with options by themselves (unknown, missing, of another type, out of range), as problems of
/// "<prefix><option>". `owner`: "the model 'cnn'".
std::vector<Problem> option_problems(const std::string& prefix, const std::string& owner,
                                     const std::vector<OptionInfo>& known,
                                     const std::map<std::string, OptionValue>& given);

/// Checked options with the defaults filled in.
class OptionValues {
public:
    OptionValues(const std::vector<OptionInfo>& known, const std::map<std::string, OptionValue>& given);
    std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
    double number(std::string_view name) const { return get<double>(name); }
    bool flag(std::string_view name) const { return get<bool>(name); }
    const std::string& text(std::string_view name) const { return get<std::string>(name); }
    const std::vector<std::int64_t>& integers(std::string_view name) const {
        return get<std::vector<std::int64_t>>(name);
    }
    Initializer initializer(std::string_view name = "initializer") const {
        return parse_initializer(text(name));
    }

private:
    template <typename T>
    const T& get(std::string_view name) const {
        return std::get<T>(values_.find(name)->second);
    }
    std::map<std::string, OptionValue, std::less<>> values_;
};

} // namespace laptime
