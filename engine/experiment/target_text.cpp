// SPDX-License-Identifier: Apache-2.0
// What is better the higher it is can only be asked to be at least something; all else, at most.
#include "engine/experiment/target_text.h"

#include <charconv>

#include "engine/experiment/message_text.h"
#include "engine/experiment/words.h"

namespace laptime {

namespace {

constexpr const char* form = "; write it as \"val_accuracy >= 0.90\" or \"val_loss <= 0.3\"";

const char* comparison_of(Target::Metric metric) {
    return higher_is_better(metric) ? ">=" : "<=";
}

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

} // namespace

std::variant<Target, std::string> parse_target(const std::string& text) {
    const std::size_t sign = text.find_first_of("<>=");
    if (sign == std::string::npos)
        return "'" + text + "' has no >= or <=" + form;
    const std::size_t behind = text.find_first_not_of("<>=", sign);
    const std::string metric_word = trimmed(std::string_view(text).substr(0, sign));
    const std::string comparison = text.substr(sign, behind == std::string::npos ? behind : behind - sign);
    const std::string number =
        behind == std::string::npos ? "" : trimmed(std::string_view(text).substr(behind));
    const auto metric = value_in(metric_words, metric_word);
    if (!metric)
        return "there is no metric '" + metric_word + "'" + suggestion(metric_word, words_of(metric_words));
    if (comparison != comparison_of(*metric))
        return metric_word + " can only be compared by " + comparison_of(*metric) + form;
    Target target{*metric, 0};
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), target.value);
    if (error != std::errc() || end != number.data() + number.size())
        return "'" + number + "' is not a number" + form;
    return target;
}

std::string text_of(const Target& target) {
    return std::string(word_of(target.metric)) + " " + comparison_of(target.metric) + " " +
           number_text(target.value);
}

} // namespace laptime
