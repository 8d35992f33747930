// SPDX-License-Identifier: Apache-2.0
// Takes values out of a TOML tree key by key, notes what is wrong with them, and in the end complains about
// every key that nobody asked for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/experiment/message_text.h"
#include "engine/experiment/words.h"
#include "engine/toml/toml_tree.h"

namespace laptime {

/// What all sections of a file share.
class ReadingNotes {
public:
    /// Remembers where a field came from, so that problems found later can say so too.
    void came_from(const std::string& field, const TomlValue& value);
    void problem(const std::string& field, std::string message);
    /// Adds problems that were found without the file, at their place in the file.
    void add(const std::vector<Problem>& problems);
    bool has_problem(const std::string& field) const;
    void knows(const std::string& field) { known_.push_back(field); }
    const std::vector<std::string>& known() const { return known_; }
    /// In the order of lines.
    std::vector<Problem> sorted() const;

private:
    struct Origin {
        int line = 0;
        std::string override;
    };
    /// Where a field stands in the file; for a key that is missing, the table that lacks it. Null: not in the
    /// file.
    const Origin* origin_of(std::string field) const;

    std::map<std::string, Origin> origins_;
    std::vector<std::string> known_; ///< dotted keys that can be said
    std::vector<Problem> problems_;
};

class SectionReader {
public:
    /// `prefix`: "speed", or "" for the top of the file.
    SectionReader(const TomlValue& table, std::string prefix, ReadingNotes& notes);

    /// The value of a key, noted as known; null where it is not given.
    const TomlValue* take(const std::string& key);

    // Each leaves `out` as it is where the key is missing or wrong.
    void text(const std::string& key, std::string& out);
    void flag(const std::string& key, bool& out);
    void number(const std::string& key, double& out); ///< a whole number is welcome
    void whole(const std::string& key, std::int64_t& out);
    void whole(const std::string& key, int& out);
    void texts(const std::string& key, std::vector<std::string>& out);
    void wholes(const std::string& key, std::vector<std::int64_t>& out);
    void numbers(const std::string& key, std::vector<double>& out); ///< whole ones are welcome

    template <typename T, std::size_t N>
    void word(const std::string& key, T& out, const WordTable<T, N>& table) {
        std::string given;
        text(key, given);
        if (given.empty() && !has_text(key))
            return;
        if (const auto value = value_in(table, given))
            out = *value;
        else
            notes_.problem(field(key), "there is no '" + given + "'" + suggestion(given, words_of(table)));
    }

    template <typename T, std::size_t N>
    void words(const std::string& key, std::vector<T>& out, const WordTable<T, N>& table) {
        std::vector<std::string> given;
        texts(key, given);
        std::vector<T> values;
        for (const std::string& one : given) {
            if (const auto value = value_in(table, one))
                values.push_back(*value);
            else
                notes_.problem(field(key), "there is no '" + one + "'" + suggestion(one, words_of(table)));
        }
        if (!given.empty())
            out = std::move(values);
    }

    /// The reader of a table within this one.
    SectionReader section(const std::string& key);

    /// Keys that nobody took, in the file's order.
    std::vector<std::string> left() const;
    /// Notes a problem for each of left(). To be called when every section of the file has been read.
    void complain_about_unknown() const;

    std::string field(const std::string& key) const { return prefix_.empty() ? key : prefix_ + "." + key; }

private:
    bool has_text(const std::string& key) const;
    void wrong_kind(const std::string& key, const TomlValue& value, const std::string& wanted);
    std::vector<std::string> keys_here() const;

    const TomlValue& table_;
    std::string prefix_;
    ReadingNotes& notes_;
    std::vector<std::string> taken_;
};

} // namespace laptime
