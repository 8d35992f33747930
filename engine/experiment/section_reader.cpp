// SPDX-License-Identifier: Apache-2.0
// An override is forgiven its missing quotes and brackets: a shell has eaten them, or nobody likes to type
// them.
#include "engine/experiment/section_reader.h"

#include <algorithm>
#include <limits>

#include "engine/experiment/read_experiment.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;

const TomlValue& empty_table() {
    static const TomlValue table;
    return table;
}

std::string leaf_of(const std::string& field) {
    return field.substr(field.rfind('.') + 1);
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == ',')
            parts.emplace_back();
        else if (c != ' ')
            parts.back() += c;
    }
    return parts;
}

} // namespace

void ReadingNotes::came_from(const std::string& field, const TomlValue& value) {
    origins_[field] = {value.line, value.override};
}

void ReadingNotes::problem(const std::string& field, std::string message) {
    add({{field, 0, std::move(message)}});
}

void ReadingNotes::add(const std::vector<Problem>& problems) {
    for (Problem problem : problems) {
        if (const Origin* origin = origin_of(problem.field)) {
            problem.line = origin->line;
            if (!origin->override.empty())
                problem.message += " (in --set " + origin->override + ")";
        }
        problems_.push_back(std::move(problem));
    }
}

const ReadingNotes::Origin* ReadingNotes::origin_of(std::string field) const {
    for (;;) {
        if (const auto it = origins_.find(field); it != origins_.end())
            return &it->second;
        const std::size_t dot = field.rfind('.');
        if (dot == std::string::npos)
            return nullptr;
        field.resize(dot);
    }
}

bool ReadingNotes::has_problem(const std::string& field) const {
    return std::any_of(problems_.begin(), problems_.end(),
                       [&](const Problem& p) { return p.field == field; });
}

std::vector<Problem> ReadingNotes::sorted() const {
    std::vector<Problem> sorted = problems_;
    const auto place = [](const Problem& p) { return p.line > 0 ? p.line : std::numeric_limits<int>::max(); };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Problem& a, const Problem& b) { return place(a) < place(b); });
    return sorted;
}

SectionReader::SectionReader(const TomlValue& table, std::string prefix, ReadingNotes& notes)
    : table_(table), prefix_(std::move(prefix)), notes_(notes) {
    for (std::size_t i = 0; i < table_.keys.size(); ++i)
        notes_.came_from(field(table_.keys[i]), table_.items[i]);
}

const TomlValue* SectionReader::take(const std::string& key) {
    if (std::find(taken_.begin(), taken_.end(), key) == taken_.end()) {
        taken_.push_back(key);
        notes_.knows(field(key));
    }
    return table_.find(key);
}

bool SectionReader::has_text(const std::string& key) const {
    const TomlValue* value = table_.find(key);
    return value && value->kind == Kind::text;
}

void SectionReader::wrong_kind(const std::string& key, const TomlValue& value, const std::string& wanted) {
    const std::string given = value.override.empty() ? kind_text(value.kind) : "'" + value.text + "'";
    notes_.problem(field(key), "must be " + wanted + ", not " + given);
}

void SectionReader::text(const std::string& key, std::string& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    if (value->kind == Kind::text || !value->override.empty())
        out = value->text;
    else
        wrong_kind(key, *value, "text in quotes");
}

void SectionReader::flag(const std::string& key, bool& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    if (value->kind == Kind::flag)
        out = value->flag;
    else
        wrong_kind(key, *value, "true or false");
}

void SectionReader::number(const std::string& key, double& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    if (value->kind == Kind::number)
        out = value->number;
    else if (value->kind == Kind::whole)
        out = static_cast<double>(value->whole);
    else
        wrong_kind(key, *value, "a number");
}

void SectionReader::whole(const std::string& key, std::int64_t& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    if (value->kind == Kind::whole)
        out = value->whole;
    else
        wrong_kind(key, *value, "a whole number");
}

void SectionReader::whole(const std::string& key, int& out) {
    std::int64_t wide = out;
    whole(key, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
        notes_.problem(field(key), "is " + std::to_string(wide) + ", which is too much");
    else
        out = static_cast<int>(wide);
}

void SectionReader::texts(const std::string& key, std::vector<std::string>& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    const bool all_text = std::all_of(value->items.begin(), value->items.end(),
                                      [](const TomlValue& item) { return item.kind == Kind::text; });
    if (value->kind == Kind::list && all_text) {
        out.clear();
        for (const TomlValue& item : value->items)
            out.push_back(item.text);
    } else if (value->kind == Kind::text && !value->override.empty()) {
        out = split_at_commas(value->text);
    } else {
        wrong_kind(key, *value, "a list of texts, as [\"cpu:0\"]");
    }
}

void SectionReader::wholes(const std::string& key, std::vector<std::int64_t>& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    std::vector<std::int64_t> list;
    for (const TomlValue& item : value->items)
        if (item.kind == Kind::whole)
            list.push_back(item.whole);
    if (value->kind == Kind::list && list.size() == value->items.size())
        out = std::move(list);
    else
        wrong_kind(key, *value, "a list of whole numbers, as [32, 64]");
}

void SectionReader::numbers(const std::string& key, std::vector<double>& out) {
    const TomlValue* value = take(key);
    if (!value)
        return;
    std::vector<double> list;
    for (const TomlValue& item : value->items)
        if (item.kind == Kind::whole || item.kind == Kind::number)
            list.push_back(item.kind == Kind::whole ? static_cast<double>(item.whole) : item.number);
    if (value->kind == Kind::list && list.size() == value->items.size())
        out = std::move(list);
    else
        wrong_kind(key, *value, "a list of numbers, as [1.0, 2.5]");
}

SectionReader SectionReader::section(const std::string& key) {
    const TomlValue* value = take(key);
    if (value && value->kind != Kind::table) {
        wrong_kind(key, *value, "a table, as [" + field(key) + "]");
        value = nullptr;
    }
    return SectionReader(value ? *value : empty_table(), field(key), notes_);
}

std::vector<std::string> SectionReader::left() const {
    std::vector<std::string> keys;
    for (const std::string& key : table_.keys)
        if (std::find(taken_.begin(), taken_.end(), key) == taken_.end())
            keys.push_back(key);
    return keys;
}

void SectionReader::complain_about_unknown() const {
    for (const std::string& key : left()) {
        std::string text = "there is no such key";
        std::string close = nearest(key, taken_);
        const auto& known = notes_.known();
        const auto elsewhere = std::find_if(known.begin(), known.end(),
                                            [&](const std::string& one) { return leaf_of(one) == key; });
        if (elsewhere != known.end())
            close = *elsewhere;
        if (close.empty()) {
            std::vector<std::string> leaves;
            for (const std::string& one : known)
                leaves.push_back(leaf_of(one));
            close = nearest(key, leaves);
            if (!close.empty())
                close = known[static_cast<std::size_t>(std::find(leaves.begin(), leaves.end(), close) -
                                                       leaves.begin())];
        }
        text += close.empty() ? "; known are " + listed(taken_) : "; did you mean '" + close + "'?";
        notes_.problem(field(key), text);
    }
}

} // namespace laptime
