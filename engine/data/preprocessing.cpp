// SPDX-License-Identifier: Apache-2.0
#include "engine/data/preprocessing.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/json.h"
#include "engine/data/utf8.h"

namespace laptime {

namespace {

using nlohmann::json;

constexpr int version = 1;
constexpr std::array<std::pair<ElementType, const char*>, 3> element_words{
    {{ElementType::u8, "uint8"}, {ElementType::f32, "float32"}, {ElementType::i32, "int32"}}};
constexpr std::array<std::pair<TargetKind, const char*>, 3> target_words{
    {{TargetKind::class_label, "class"}, {TargetKind::values, "values"}, {TargetKind::tokens, "tokens"}}};

[[noreturn]] void damaged(const std::string& why) {
    throw DataError("what the checkpoint says about its training data cannot be read: " + why +
                    "; use another checkpoint");
}

template <typename T, std::size_t N>
const char* word_of(const std::array<std::pair<T, const char*>, N>& words, T value) {
    return std::ranges::find(words, value, &std::pair<T, const char*>::first)->second;
}

template <typename T, std::size_t N>
T value_of(const std::array<std::pair<T, const char*>, N>& words, const std::string& word) {
    for (const auto& [value, text] : words)
        if (word == text)
            return value;
    damaged("'" + word + "' is not known");
}

json column_json(const TableColumn& column) {
    if (column.is_category)
        return {{"name", column.name}, {"categories", column.categories}};
    return {{"name", column.name}, {"mean", column.mean}, {"deviation", column.deviation}};
}

TableColumn column_of(const json& object) {
    TableColumn column{object.at("name").get<std::string>(), object.contains("categories")};
    if (column.is_category) {
        object.at("categories").get_to(column.categories);
        if (!std::ranges::is_sorted(column.categories))
            damaged("the categories of '" + column.name + "' are out of order");
    } else {
        object.at("mean").get_to(column.mean);
        object.at("deviation").get_to(column.deviation);
        if (!(column.deviation > 0))
            damaged("the deviation of '" + column.name + "' is not above 0");
    }
    return column;
}

TablePreprocessing table_of(const json& object) {
    TablePreprocessing table;
    for (const json& column : object.at("columns"))
        table.columns.push_back(column_of(column));
    object.at("target").get_to(table.target);
    object.at("header").get_to(table.header);
    object.at("decimal_comma").get_to(table.decimal_comma);
    return table;
}

void check(const Preprocessing& p) {
    std::int64_t room = std::numeric_limits<std::int64_t>::max() / 8;
    for (const std::int64_t size : p.sample.shape) {
        if (size < 1 || size > room)
            damaged("a sample's shape makes no sense");
        room /= size;
    }
    if (p.target.width < 1)
        damaged("the target makes no sense");
    std::size_t width = 0;
    if (p.table)
        for (const TableColumn& column : p.table->columns)
            width += column.width();
    if (p.table && p.sample.shape != std::vector{static_cast<std::int64_t>(width)})
        damaged("columns and features do not fit");
    if (!p.tokens.empty() && p.vocabulary.size() != static_cast<std::size_t>(p.target.classes))
        damaged("vocabulary and target do not fit");
    if (p.tokens == "characters")
        for (const std::string& token : p.vocabulary)
            if (token.empty() || first_code_point(token).length != static_cast<int>(token.size()))
                damaged("a token of its vocabulary is no character");
    if (p.tokens == "characters" && !std::ranges::is_sorted(p.vocabulary))
        damaged("its vocabulary is out of order");
}

} // namespace

std::vector<std::string> byte_vocabulary() {
    std::vector<std::string> vocabulary;
    for (int byte = 0; byte < 256; ++byte)
        vocabulary.emplace_back(1, static_cast<char>(byte));
    return vocabulary;
}

std::size_t category_place(const TableColumn& column, const std::string& text) {
    const auto at = std::ranges::lower_bound(column.categories, text);
    return at != column.categories.end() && *at == text
               ? static_cast<std::size_t>(at - column.categories.begin())
               : column.categories.size();
}

std::vector<std::string> feature_names(const std::vector<TableColumn>& columns) {
    std::vector<std::string> names;
    for (const TableColumn& column : columns) {
        if (!column.is_category)
            names.push_back(column.name);
        for (const std::string& category : column.categories)
            names.push_back(column.name + "=" + category);
        if (column.is_category)
            names.push_back(column.name + "=?");
    }
    return names;
}

std::string to_json(const Preprocessing& p) {
    json root{{"version", version},
              {"sample", {{"shape", p.sample.shape}, {"element", word_of(element_words, p.sample.element)}}},
              {"target",
               {{"kind", word_of(target_words, p.target.kind)},
                {"width", p.target.width},
                {"classes", p.target.classes}}},
              {"class_names", p.class_names},
              {"resize", p.resize}};
    if (p.table) {
        json columns = json::array();
        for (const TableColumn& column : p.table->columns)
            columns.push_back(column_json(column));
        root["table"] = {{"columns", std::move(columns)},
                         {"target", p.table->target},
                         {"header", p.table->header},
                         {"decimal_comma", p.table->decimal_comma}};
    }
    if (!p.tokens.empty())
        root["tokens"] = p.tokens;
    // Single bytes are not UTF-8, which JSON is made of; and everyone knows them.
    if (p.tokens == "characters")
        root["vocabulary"] = p.vocabulary;
    return root.dump(-1, ' ', false, json::error_handler_t::replace);
}

Preprocessing preprocessing_of(const std::string& text) {
    try {
        const json root = json::parse(text);
        if (whole_number(root.at("version")) != version)
            damaged("it was written by a newer version of Laptime");
        Preprocessing p;
        p.sample.shape = whole_numbers(root.at("sample").at("shape"));
        p.sample.element = value_of(element_words, root.at("sample").at("element").get<std::string>());
        const json& target = root.at("target");
        p.target.kind = value_of(target_words, target.at("kind").get<std::string>());
        p.target.width = whole_number(target.at("width"));
        p.target.classes =
            static_cast<int>(whole_number(target.at("classes"), std::numeric_limits<int>::max()));
        root.at("class_names").get_to(p.class_names);
        root.at("resize").get_to(p.resize);
        if (root.contains("table"))
            p.table = table_of(root.at("table"));
        p.tokens = root.value("tokens", std::string());
        if (p.tokens == "characters")
            root.at("vocabulary").get_to(p.vocabulary);
        else if (p.tokens == "bytes")
            p.vocabulary = byte_vocabulary();
        else if (!p.tokens.empty())
            damaged("tokens are '" + p.tokens + "'");
        check(p);
        return p;
    } catch (const json::exception& error) {
        damaged(error.what());
    } catch (const std::out_of_range& error) {
        damaged(error.what());
    }
}

} // namespace laptime
