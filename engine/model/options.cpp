// SPDX-License-Identifier: Apache-2.0
#include "engine/model/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

namespace laptime {

namespace {

std::string plain(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

bool in_range(const OptionInfo& info, double value) {
    return value >= info.minimum && value < info.limit;
}

/// The value in the type that the option has: whole numbers become real ones, or lists of a fixed length.
OptionValue in_type_of(const OptionInfo& info, const OptionValue& value) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    if (!whole)
        return value;
    if (std::holds_alternative<double>(info.default_value))
        return static_cast<double>(*whole);
    if (std::holds_alternative<std::vector<std::int64_t>>(info.default_value) && info.length > 0)
        return std::vector<std::int64_t>(info.length, *whole);
    return value;
}

/// Says what is wrong with one value; empty when it is fine.
class ValueCheck {
public:
    explicit ValueCheck(const OptionInfo& info) : info_(info) {}

    std::string operator()(const OptionValue& given) const {
        const OptionValue value = in_type_of(info_, given);
        if (value.index() != info_.default_value.index())
            return "must be " + expected();
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return in_range(info_, static_cast<double>(*whole))
                       ? ""
                       : "is " + std::to_string(*whole) + ", must be " + expected();
        if (const auto* number = std::get_if<double>(&value))
            return in_range(info_, *number) ? "" : "is " + plain(*number) + ", must be " + expected();
        if (const auto* text = std::get_if<std::string>(&value))
            return check_text(*text);
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
            return check_list(*list);
        return "";
    }

private:
    static constexpr std::size_t longest_list = 64;

    std::string expected() const {
        const auto whole_range = "from " + plain(info_.minimum) + " to " + plain(info_.limit - 1);
        switch (info_.default_value.index()) {
        case 0:
            return "a whole number " + whole_range;
        case 1:
            return info_.limit >= any_number && info_.minimum <= -any_number
                       ? "a number"
                       : "a number that is at least " + plain(info_.minimum) + " and below " +
                             plain(info_.limit);
        case 2:
            return "true or false";
        case 3:
            return info_.initializer     ? "an initializer in quotes"
                   : info_.words.empty() ? "text in quotes"
                                         : "one of " + listed(info_.words);
        default:
            if (info_.length > 0)
                return "a whole number " + whole_range + ", or a list of " + std::to_string(info_.length);
            return "a list of at most " + std::to_string(longest_list) + " whole numbers " + whole_range;
        }
    }

    std::string check_text(const std::string& word) const {
        if (info_.initializer) {
            try {
                parse_initializer(word);
                return "";
            } catch (const InvalidInput& error) {
                return error.what();
            }
        }
        if (info_.words.empty())
            return word.empty() && info_.required ? "must not be empty" : "";
        const bool known = std::find(info_.words.begin(), info_.words.end(), word) != info_.words.end();
        return known ? "" : "is '" + word + "', must be " + expected();
    }

    std::string check_list(const std::vector<std::int64_t>& list) const {
        if (list.size() > longest_list || (info_.length > 0 && list.size() != info_.length))
            return "has " + std::to_string(list.size()) + " entries, must be " + expected();
        for (const std::int64_t value : list)
            if (!in_range(info_, static_cast<double>(value)))
                return "holds " + std::to_string(value) + ", must be " + expected();
        return "";
    }

    const OptionInfo& info_;
};

/// The numbers in "(0, 0.02)"; false where that is none.
bool numbers_in(std::string_view text, std::vector<double>& numbers) {
    if (text.size() < 2 || text.front() != '(' || text.back() != ')')
        return false;
    text = text.substr(1, text.size() - 2);
    while (true) {
        while (!text.empty() && text.front() == ' ')
            text.remove_prefix(1);
        double value = 0;
        const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
        if (end.ec != std::errc() || !std::isfinite(value))
            return false;
        numbers.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
        while (!text.empty() && text.front() == ' ')
            text.remove_prefix(1);
        if (text.empty())
            return true;
        if (text.front() != ',')
            return false;
        text.remove_prefix(1);
    }
}

} // namespace

Initializer parse_initializer(const std::string& text) {
    const std::size_t bracket = text.find('(');
    const std::string name = text.substr(0, bracket);
    const auto& names = initializer_names();
    if (std::find(names.begin(), names.end(), name) == names.end())
        throw InvalidInput("is '" + text + "', must be an initializer: " + listed(names));
    Initializer how(initializer_named(name));
    std::vector<double> given;
    const bool well_formed =
        bracket == std::string::npos || numbers_in(std::string_view(text).substr(bracket), given);
    std::size_t wanted = 0;
    std::string form = name;
    switch (how.kind) {
    case Initializer::constant:
        wanted = 1, form += "(value)";
        break;
    case Initializer::orthogonal:
    case Initializer::identity:
        wanted = 1, form += "(gain)";
        break;
    case Initializer::random_normal:
    case Initializer::truncated_normal:
        wanted = 2, form += "(mean, deviation)";
        break;
    case Initializer::random_uniform:
        wanted = 2, form += "(least, most)";
        break;
    default:
        break;
    }
    if (!well_formed || (given.size() != wanted && !given.empty()))
        throw InvalidInput("is '" + text + "', must be '" + form + "' with numbers for the words" +
                           (wanted ? ", or without brackets" : ""));
    if (given.empty())
        return how;
    if (how.kind == Initializer::constant)
        how.value = given[0];
    else if (wanted == 1)
        how.gain = given[0];
    else if (how.kind == Initializer::random_uniform)
        how.value = (given[0] + given[1]) / 2, how.spread = (given[1] - given[0]) / 2;
    else
        how.value = given[0], how.spread = given[1];
    if (how.spread < 0)
        throw InvalidInput("is '" + text + "', but a width cannot be negative");
    return how;
}

std::string option_problem(const OptionInfo& info, const OptionValue& value) {
    return ValueCheck(info)(value);
}

std::vector<Problem> option_problems(const std::string& prefix, const std::string& owner,
                                     const std::vector<OptionInfo>& known,
                                     const std::map<std::string, OptionValue>& given) {
    std::vector<Problem> problems;
    for (const auto& [key, value] : given) {
        const auto info =
            std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == key; });
        if (info == known.end()) {
            std::vector<std::string> names;
            for (const OptionInfo& one : known)
                names.push_back(one.name);
            problems.push_back(
                {prefix + key, 0,
                 owner + " has no such option; it has " + (names.empty() ? "none" : listed(names))});
        } else if (const std::string wrong = option_problem(*info, value); !wrong.empty()) {
            problems.push_back({prefix + key, 0, wrong});
        }
    }
    for (const OptionInfo& info : known)
        if (info.required && !given.contains(info.name))
            problems.push_back({prefix + info.name, 0, "is missing: " + info.help});
    return problems;
}

OptionValues::OptionValues(const std::vector<OptionInfo>& known,
                           const std::map<std::string, OptionValue>& given) {
    for (const OptionInfo& info : known) {
        const auto it = given.find(info.name);
        values_[info.name] = in_type_of(info, it == given.end() ? info.default_value : it->second);
    }
}

} // namespace laptime
