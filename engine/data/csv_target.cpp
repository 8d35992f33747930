// SPDX-License-Identifier: Apache-2.0
#include "engine/data/csv_target.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/core/error.h"
#include "engine/data/damage.h"
#include "engine/data/number_text.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

/// Whole numbers of more different values than this are quantities, unless the user says otherwise.
constexpr std::size_t most_number_classes = 32;
constexpr std::size_t rows_a_class = 3;
constexpr std::int64_t rare = 100;

std::int64_t count_texts(const CsvTable& table) {
    return std::ranges::count_if(table.target_numbers, [](double x) { return std::isnan(x); });
}

/// The different numbers and what the file calls them; stops when there are too many.
std::map<double, std::string> different_numbers(const CsvTable& table, std::size_t most) {
    std::map<double, std::string> names;
    for (std::size_t i = 0; i < table.target_numbers.size() && names.size() <= most; ++i)
        if (const double x = table.target_numbers[i]; !std::isnan(x))
            names.try_emplace(
                x, table.target_texts.empty()
                       ? std::string()
                       : table.target_words.texts()[static_cast<std::size_t>(table.target_texts[i])]);
    return names;
}

bool look_like_classes(const std::map<double, std::string>& names, std::size_t rows) {
    return names.size() <= most_number_classes && names.size() * rows_a_class <= rows &&
           std::ranges::all_of(names, [](const auto& name) { return name.first == std::floor(name.first); });
}

/// Classes in the order of their numbers.
void take_number_classes(const CsvTable& table, const std::map<double, std::string>& names,
                         CsvTarget& target) {
    std::map<double, std::int32_t> place;
    for (const auto& [number, name] : names) {
        place.emplace(number, static_cast<std::int32_t>(place.size()));
        target.class_names.push_back(as_utf8(name));
    }
    for (const double x : table.target_numbers)
        target.labels.push_back(std::isnan(x) ? -1 : place.at(x));
}

/// Classes in the order of their texts.
void take_text_classes(const CsvTable& table, CsvTarget& target) {
    const std::vector<std::string>& words = table.target_words.texts();
    std::vector<std::size_t> order(words.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) -> const std::string& { return words[i]; });
    std::vector<std::int32_t> place(words.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<std::int32_t>(i);
        target.class_names.push_back(as_utf8(words[order[i]]));
    }
    for (const std::int32_t word : table.target_texts)
        target.labels.push_back(place[static_cast<std::size_t>(word)]);
}

/// Keeps the rows whose target is of the kind of the others.
void choose_rows(const CsvTable& table, CsvTarget& target, std::vector<std::string>& warnings) {
    Damage damage(table.path, "rows");
    const bool numbers = target.labels.empty() || std::ranges::find(target.labels, -1) != target.labels.end();
    std::size_t told = 0;
    for (std::size_t i = 0; i < table.target_numbers.size(); ++i) {
        if (numbers && std::isnan(table.target_numbers[i])) {
            const auto& lines = table.target_text_lines;
            damage.add(told < lines.size() ? "line " + std::to_string(lines[told]) + " has text in '" +
                                                 table.target_name + "', where the others are numbers"
                                           : std::string());
            ++told;
        } else {
            target.usable.push_back(static_cast<std::uint32_t>(i));
        }
    }
    damage.settle(static_cast<std::int64_t>(table.target_numbers.size()), "correct the file", warnings);
}

} // namespace

CsvTarget take_target(CsvTable& table, const std::string& task, std::vector<std::string>& warnings) {
    const std::string column = table.path + ": the column '" + table.target_name + "'";
    const std::size_t rows = table.target_numbers.size();
    const std::int64_t texts = count_texts(table);
    const bool numbers = texts * rare <= static_cast<std::int64_t>(rows);
    const bool classes_asked = task == "classification";
    if (!numbers && task == "regression")
        throw DataError(column + " holds text in line " + std::to_string(table.target_text_lines.front()) +
                        ", and data.task is \"regression\"; choose another column with data.target, or leave "
                        "data.task away");
    if (classes_asked && table.target_texts.empty())
        throw DataError(column +
                        " has more than 65536 different values, and data.task is \"classification\"; "
                        "choose another column with data.target");
    CsvTarget target;
    if (numbers && task != "regression") {
        const auto names = different_numbers(table, classes_asked ? rows : most_number_classes);
        if (classes_asked || look_like_classes(names, rows))
            take_number_classes(table, names, target);
    } else if (!numbers) {
        if (table.target_texts.empty())
            throw DataError(column +
                            " has more than 65536 different texts, too many to be classes; choose another "
                            "column with data.target");
        if (!classes_asked && table.target_words.size() * 2 > rows && rows >= 20)
            throw DataError(column + " has a text of its own in nearly every row (as '" +
                            as_utf8(table.target_words.texts().front()) +
                            "'), which cannot be learnt; choose another column with data.target");
        take_text_classes(table, target);
    }
    if (!target.labels.empty()) {
        target.type = {TargetKind::class_label, 1, static_cast<int>(target.class_names.size())};
        if (target.type.classes < 2)
            throw DataError(column + " has the same value in every row; there is nothing to learn");
    } else {
        target.type = {TargetKind::values, 1, 0};
        target.values.assign(table.target_numbers.begin(), table.target_numbers.end());
    }
    choose_rows(table, target, warnings);
    table.target_numbers = {};
    table.target_texts = {};
    table.target_words = {};
    return target;
}

} // namespace laptime
