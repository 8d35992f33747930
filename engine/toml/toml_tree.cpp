// SPDX-License-Identifier: Apache-2.0
// The only file that includes toml++.
#include "engine/toml/toml_tree.h"

#include <algorithm>

#include <toml++/toml.h>

#include "engine/core/error.h"

namespace laptime {

namespace {

TomlValue tree_of(const toml::node& node) {
    using Kind = TomlValue::Kind;
    TomlValue value;
    value.line = static_cast<int>(node.source().begin.line);
    if (const auto* table = node.as_table()) {
        for (const auto& [key, item] : *table) {
            value.keys.emplace_back(key.str());
            value.items.push_back(tree_of(item));
        }
    } else if (const auto* list = node.as_array()) {
        value.kind = Kind::list;
        for (const toml::node& item : *list)
            value.items.push_back(tree_of(item));
    } else if (const auto* text = node.as_string()) {
        value.kind = Kind::text;
        value.text = text->get();
    } else if (const auto* whole = node.as_integer()) {
        value.kind = Kind::whole;
        value.whole = whole->get();
    } else if (const auto* number = node.as_floating_point()) {
        value.kind = Kind::number;
        value.number = number->get();
    } else if (const auto* flag = node.as_boolean()) {
        value.kind = Kind::flag;
        value.flag = flag->get();
    } else {
        value.kind = Kind::time;
    }
    return value;
}

std::ptrdiff_t position(const std::vector<std::string>& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) - keys.begin();
}

} // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
    const auto i = static_cast<std::size_t>(position(keys, key));
    return i < keys.size() ? &items[i] : nullptr;
}

TomlValue* TomlValue::find(std::string_view key) {
    return const_cast<TomlValue*>(static_cast<const TomlValue*>(this)->find(key));
}

TomlValue& TomlValue::at(std::string_view key) {
    if (TomlValue* there = find(key))
        return *there;
    keys.emplace_back(key);
    return items.emplace_back();
}

void TomlValue::remove(std::string_view key) {
    const std::ptrdiff_t i = position(keys, key);
    if (i == static_cast<std::ptrdiff_t>(keys.size()))
        return;
    keys.erase(keys.begin() + i);
    items.erase(items.begin() + i);
}

std::string kind_text(TomlValue::Kind kind) {
    switch (kind) {
    case TomlValue::Kind::table:
        return "a table";
    case TomlValue::Kind::list:
        return "a list";
    case TomlValue::Kind::text:
        return "text";
    case TomlValue::Kind::whole:
        return "a whole number";
    case TomlValue::Kind::number:
        return "a number with a fraction";
    case TomlValue::Kind::flag:
        return "true or false";
    case TomlValue::Kind::time:
        return "a date or time";
    }
    return "?";
}

TomlValue parse_toml(std::string_view text) {
    try {
        return tree_of(toml::parse(text));
    } catch (const toml::parse_error& error) {
        throw InvalidExperiment({{"", static_cast<int>(error.source().begin.line),
                                  "this is not valid TOML: " + std::string(error.description())}});
    }
}

TomlValue parse_override_value(const std::string& typed) {
    TomlValue value;
    value.kind = TomlValue::Kind::text;
    value.text = typed;
    if (typed.find('\n') != std::string::npos)
        return value;
    try {
        const TomlValue tree = tree_of(toml::parse("value = " + typed));
        if (tree.items.size() == 1 && tree.items.front().kind != TomlValue::Kind::time)
            value = tree.items.front();
        if (value.kind != TomlValue::Kind::text)
            value.text = typed;
    } catch (const toml::parse_error&) {
        // Not TOML: --set speed.precision=float32 needs no quotes.
    }
    return value;
}

} // namespace laptime
