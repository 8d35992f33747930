// SPDX-License-Identifier: Apache-2.0
// Splits a filter into terms and checks a run against each of them.
#include "engine/history/run_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace laptime {

namespace {

using Term = RunFilter::Term;

constexpr std::array text_keys = {"name",     "note",   "model",  "dataset", "optimizer", "precision",
                                  "strategy", "device", "status", "tag",     "error"};

struct NumberKey {
    const char* name;
    double (*of)(const RunRow&);
};
constexpr std::array number_keys = {
    NumberKey{"id", [](const RunRow& r) { return static_cast<double>(r.id); }},
    NumberKey{"seed", [](const RunRow& r) { return static_cast<double>(r.seed); }},
    NumberKey{"batch", [](const RunRow& r) { return static_cast<double>(r.global_batch); }},
    NumberKey{"steps", [](const RunRow& r) { return static_cast<double>(r.steps); }},
    NumberKey{"samples_per_second", [](const RunRow& r) { return r.samples_per_second; }},
    NumberKey{"val_accuracy", [](const RunRow& r) { return r.val_accuracy; }},
    NumberKey{"val_loss", [](const RunRow& r) { return r.val_loss; }},
    NumberKey{"best", [](const RunRow& r) { return r.best; }},
    NumberKey{"wall_s", [](const RunRow& r) { return r.wall_s; }},
    NumberKey{"startup_s", [](const RunRow& r) { return r.startup_s; }},
    NumberKey{"time_to_target_s", [](const RunRow& r) { return r.time_to_target_s; }},
};

/// Other names people try first.
constexpr std::array<std::pair<const char*, const char*>, 5> aliases = {{{"data", "dataset"},
                                                                         {"tags", "tag"},
                                                                         {"devices", "device"},
                                                                         {"global_batch", "batch"},
                                                                         {"accuracy", "val_accuracy"}}};

constexpr std::array all_statuses = {RunStatus::queued,   RunStatus::running,    RunStatus::paused,
                                     RunStatus::finished, RunStatus::stopped,    RunStatus::diverged,
                                     RunStatus::failed,   RunStatus::interrupted};

/// ASCII only, so that no byte of a UTF-8 character is touched.
std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool contains(const std::string& text, const std::string& part) {
    return lower(text).find(part) != std::string::npos;
}

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

[[noreturn]] void fail(const std::string& term, const std::string& why) {
    throw InvalidInput("filter: " + why + " in \"" + term + "\"");
}

std::string known_keys() {
    std::string list;
    for (const char* key : text_keys)
        list += (list.empty() ? "" : ", ") + std::string(key);
    for (const NumberKey& key : number_keys)
        list += std::string(", ") + key.name;
    return list;
}

/// A term as written: `quoted_from` is where its first quotation mark stood (after unquoting), or npos.
struct RawTerm {
    std::string text;
    std::size_t quoted_from = std::string::npos;
};

std::vector<RawTerm> split(const std::string& expression) {
    std::vector<RawTerm> result;
    RawTerm current;
    bool open = false, quoted = false;
    const auto finish = [&] {
        if (!current.text.empty() || current.quoted_from != std::string::npos)
            result.push_back(std::exchange(current, {}));
    };
    for (const char c : expression) {
        if (c == '"') {
            quoted = !quoted;
            open = quoted;
            if (current.quoted_from == std::string::npos)
                current.quoted_from = current.text.size();
        } else if (!quoted && is_blank(c)) {
            finish();
        } else {
            current.text += c;
        }
    }
    if (open)
        fail(current.text, "a quotation mark is not closed");
    finish();
    return result;
}

void read_number(Term& term, const std::string& written, const std::string& value) {
    const char* begin = value.data();
    const char* end = begin + value.size();
    const auto [last, error] = std::from_chars(begin, end, term.number);
    if (value.empty() || error != std::errc{} || last != end)
        fail(written, "\"" + value + "\" is not a number");
}

Term parse(const RawTerm& raw) {
    Term term;
    std::string text = raw.text;
    std::size_t quoted_from = raw.quoted_from;
    const bool quoted = quoted_from != std::string::npos;
    if (text.size() + (quoted ? 1 : 0) > 1 && text[0] == '-' && quoted_from != 0) {
        term.negated = true;
        text.erase(0, 1);
        if (quoted)
            --quoted_from;
    }
    const std::size_t at = text.find_first_of(":<>=");
    if (at == std::string::npos ||
        (quoted && at >= quoted_from)) { // what stands in quotation marks is only text
        term.value = lower(text);
        return term;
    }
    term.operation = text[at] == ':' ? "=" : std::string(1, text[at]);
    std::size_t value_at = at + 1;
    if ((text[at] == '<' || text[at] == '>') && value_at < text.size() && text[value_at] == '=') {
        term.operation += '=';
        ++value_at;
    }
    term.key = lower(text.substr(0, at));
    for (const auto& [alias, key] : aliases)
        if (term.key == alias)
            term.key = key;
    const std::string value = text.substr(value_at);
    const bool is_number = std::any_of(number_keys.begin(), number_keys.end(),
                                       [&](const NumberKey& k) { return term.key == k.name; });
    const bool is_text = std::find(text_keys.begin(), text_keys.end(), term.key) != text_keys.end();
    if (!is_number && !is_text)
        fail(raw.text, "unknown key \"" + term.key + "\" (known: " + known_keys() +
                           "; a text with a colon goes in quotation marks)");
    if (is_number) {
        term.kind = Term::Kind::number;
        read_number(term, raw.text, value);
        return term;
    }
    term.kind = Term::Kind::text;
    if (term.operation != "=")
        fail(raw.text, "\"" + term.key + "\" is text, so it is compared with \":\", not with \"" +
                           term.operation + "\"");
    if (value.empty())
        fail(raw.text, "a value is missing after \"" + term.key + ":\"");
    term.value = lower(value);
    if (term.key == "status") {
        std::string words;
        bool known = false;
        for (const RunStatus status : all_statuses) {
            known = known || term.value == word_of(status);
            words += (words.empty() ? "" : ", ") + std::string(word_of(status));
        }
        if (!known)
            fail(raw.text, "unknown status \"" + value + "\" (known: " + words + ")");
    }
    return term;
}

bool any_of(const std::vector<std::string>& list, const auto& test) {
    return std::any_of(list.begin(), list.end(), test);
}

bool text_matches(const RunRow& row, const Term& term) {
    const std::string& value = term.value;
    if (term.key == "name")
        return contains(row.name, value);
    if (term.key == "note")
        return contains(row.note, value);
    if (term.key == "dataset")
        return contains(row.dataset, value);
    if (term.key == "error")
        return contains(row.error, value);
    if (term.key == "model")
        return lower(row.model) == value;
    if (term.key == "optimizer")
        return lower(row.optimizer) == value;
    if (term.key == "strategy")
        return lower(row.strategy) == value;
    if (term.key == "status")
        return word_of(row.status) == value;
    if (term.key == "precision")
        return row.precision == value || row.precision == "mixed_" + value;
    if (term.key == "tag")
        return any_of(row.tags, [&](const std::string& tag) { return lower(tag) == value; });
    return any_of(row.devices, [&](const std::string& device) { // "cpu" is every cpu:N
        return lower(device) == value || lower(device).rfind(value + ":", 0) == 0;
    });
}

bool number_matches(const RunRow& row, const Term& term) {
    const auto key = std::find_if(number_keys.begin(), number_keys.end(),
                                  [&](const NumberKey& k) { return term.key == k.name; });
    const double number = key->of(row); // NaN makes every comparison false
    if (term.operation == ">")
        return number > term.number;
    if (term.operation == ">=")
        return number >= term.number;
    if (term.operation == "<")
        return number < term.number;
    if (term.operation == "<=")
        return number <= term.number;
    return number == term.number;
}

bool word_matches(const RunRow& row, const std::string& word) {
    return contains(row.name, word) || contains(row.model, word) || contains(row.dataset, word) ||
           contains(row.note, word) ||
           any_of(row.tags, [&](const std::string& tag) { return contains(tag, word); });
}

} // namespace

RunFilter::RunFilter(const std::string& expression) {
    for (const RawTerm& raw : split(expression))
        terms_.push_back(parse(raw));
}

bool RunFilter::matches(const RunRow& row) const {
    return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
        const bool holds = term.kind == Term::Kind::word   ? word_matches(row, term.value)
                           : term.kind == Term::Kind::text ? text_matches(row, term)
                                                           : number_matches(row, term);
        return holds != term.negated;
    });
}

} // namespace laptime
