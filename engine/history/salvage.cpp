// SPDX-License-Identifier: Apache-2.0
// Salvage of one table (see salvage.h).
#include "engine/history/salvage.h"

#include <algorithm>
#include <limits>
#include <set>

#include <sqlite3.h>

namespace laptime::history {

namespace {

using sqlite::Database;
using sqlite::SqliteError;
using sqlite::Statement;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                       most = std::numeric_limits<std::int64_t>::max();

std::vector<std::string> columns_of(Database& db, const std::string& table) {
    std::vector<std::string> names;
    try {
        Statement rows = db.select("SELECT name FROM pragma_table_info(?1) ORDER BY cid", table);
        while (rows.step())
            names.push_back(rows.text(0));
    } catch (const SqliteError&) { // an unreadable schema: no columns
    }
    return names;
}

class Salvage {
public:
    Salvage(Database& from, Database& to, const std::string& table) : from_(from), table_(table) {
        const std::vector<std::string> there = columns_of(from, table);
        std::string marks;
        for (const std::string& name : columns_of(to, table)) {
            if (std::find(there.begin(), there.end(), name) == there.end())
                continue;
            columns_ += (count_ ? ", " : "") + name;
            marks += (count_ ? ", ?" : "?") + std::to_string(count_ + 1);
            ++count_;
        }
        if (count_ > 0)
            insert_ = std::make_unique<Statement>(to.handle(), "INSERT OR IGNORE INTO " + table + " (" +
                                                                   columns_ + ") VALUES (" + marks + ")");
    }

    /// All rows that satisfy `where` and have `key` in low…high.
    void copy(const std::string& key, const std::string& where, std::int64_t low, std::int64_t high) {
        if (count_ == 0 || attempts_-- <= 0)
            return;
        std::int64_t front = low, back = high; // what is not read yet
        if (read(key, where, low, high, false, front) || read(key, where, front, high, true, back) ||
            front > back)
            return;
        if (front == low && back == high && low == high)
            return; // one key, unreadable
        const std::int64_t middle =
            front + static_cast<std::int64_t>(
                        (static_cast<std::uint64_t>(back) - static_cast<std::uint64_t>(front)) / 2);
        copy(key, where, front, middle);
        if (middle < back)
            copy(key, where, middle + 1, back);
    }

    std::int64_t copied() const { return copied_; }

private:
    /// True when the end was reached. `edge` becomes the first key behind (backwards: before) the rows that
    /// were read.
    bool read(const std::string& key, const std::string& where, std::int64_t low, std::int64_t high,
              bool backwards, std::int64_t& edge) {
        try {
            Statement rows = from_.select("SELECT " + key + ", " + columns_ + " FROM " + table_ + " WHERE " +
                                              where + " AND " + key + " BETWEEN ?1 AND ?2 ORDER BY " + key +
                                              (backwards ? " DESC" : ""),
                                          low, high);
            while (rows.step()) {
                const std::int64_t at = rows.integer(0);
                insert(rows);
                if (at == (backwards ? least : most))
                    return true;
                edge = backwards ? at - 1 : at + 1;
            }
            return true;
        } catch (const SqliteError&) {
            return false;
        }
    }

    void insert(const Statement& row) {
        for (int column = 0; column < count_; ++column)
            sqlite3_bind_value(insert_->handle(), column + 1, sqlite3_column_value(row.handle(), column + 1));
        try {
            Database::finish(*insert_);
            ++copied_;
        } catch (const SqliteError& error) {
            if (!error.is_refusal())
                throw Unwritable{error};
        }
    }

public:
    /// Wraps an error of the new file, so that it is not taken for damage of the old one.
    struct Unwritable {
        SqliteError error;
    };

private:
    Database& from_;
    std::string table_, columns_;
    int count_ = 0;
    int attempts_ = 2000; ///< halving goes 64 deep where a range has no end
    std::unique_ptr<Statement> insert_;
    std::int64_t copied_ = 0;
};

/// Values of the first key column of a table without row ids, as far as they can be found out.
std::set<std::int64_t> runs_in(Database& db, const std::string& table) {
    std::set<std::int64_t> runs;
    for (const char* direction : {"ASC", "DESC"}) {
        try {
            Statement rows = db.select("SELECT DISTINCT run FROM " + table + " ORDER BY run " + direction);
            while (rows.step())
                runs.insert(rows.integer(0));
            break;
        } catch (const SqliteError&) { // as far as it went
        }
    }
    return runs;
}

} // namespace

std::int64_t salvage_table(Database& from, Database& to, const std::string& table) {
    try {
        Salvage salvage(from, to, table);
        if (table == "epochs" || table == "live_steps") {
            const char* key = table == "epochs" ? "epoch" : "step";
            std::set<std::int64_t> runs = runs_in(from, table);
            Statement known = to.select("SELECT id FROM runs");
            while (known.step())
                runs.insert(known.integer(0));
            for (const std::int64_t run : runs)
                salvage.copy(key, "run = " + std::to_string(run), least, most);
        } else if (table == "settings") {
            // Few rows with a text key: one pass each way instead of halving.
            for (const char* order : {"ASC", "DESC"}) {
                try {
                    Statement rows =
                        from.select(std::string("SELECT key, value FROM settings ORDER BY key ") + order);
                    while (rows.step())
                        to.run("INSERT OR IGNORE INTO settings (key, value) VALUES (?1, ?2)", rows.text(0),
                               rows.text(1));
                    break;
                } catch (const SqliteError& error) {
                    if (error.is_full())
                        throw;
                }
            }
        } else {
            salvage.copy("rowid", "1", least, most);
        }
        return salvage.copied();
    } catch (const Salvage::Unwritable& unwritable) {
        throw unwritable.error;
    }
}

} // namespace laptime::history
