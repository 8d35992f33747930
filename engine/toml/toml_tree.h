// SPDX-License-Identifier: Apache-2.0
// A TOML document as a plain tree that remembers lines. It keeps the TOML library, which is slow to compile,
// in one source file, and lets overrides join the file's own values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laptime {

struct TomlValue {
    enum class Kind { table, list, text, whole, number, flag, time };
    Kind kind = Kind::table;
    int line = 0;         ///< from 1; 0: not from a file
    std::string override; ///< "train.epochs=abc" where it came from --set
    std::string text;     ///< of a text; of an override: what was typed, whatever kind it turned out to be
    std::int64_t whole = 0;
    double number = 0;
    bool flag = false;
    std::vector<std::string> keys; ///< of a table, beside `items`
    std::vector<TomlValue> items;  ///< of a table or a list

    const TomlValue* find(std::string_view key) const;
    TomlValue* find(std::string_view key);
    /// The entry of that key, made where it is missing.
    TomlValue& at(std::string_view key);
    void remove(std::string_view key);
};

/// "a whole number", "text", … for messages.
std::string kind_text(TomlValue::Kind kind);

/// Throws InvalidExperiment with the line for text that is not TOML.
TomlValue parse_toml(std::string_view text);

/// One value as typed behind --set: as TOML if it can be, else as bare text. Dates are bare text too.
TomlValue parse_override_value(const std::string& typed);

} // namespace laptime
