// SPDX-License-Identifier: Apache-2.0
// A thin RAII layer over SQLite's C API: connection, statement, transaction, and one typed error. It knows
// nothing of runs. Doubles are bound as they are; SQLite turns a NaN into NULL, and Statement::real() turns
// NULL back into NaN.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace laptime::sqlite {

using Bytes = std::vector<std::uint8_t>;

/// What SQLite answered. `code` is the primary result code, `system_error` the errno behind it (0 if none).
class SqliteError : public std::runtime_error {
public:
    SqliteError(int primary, int extended, int system, const std::string& text)
        : std::runtime_error(text), code(primary), extended_code(extended), system_error(system) {}
    int code, extended_code, system_error;

    bool is_busy() const;
    bool is_damage() const;  ///< the file's content is not what SQLite wrote
    bool is_full() const;    ///< no room left: disk, quota or file-size limit
    bool is_refusal() const; ///< the statement itself was wrong (a constraint): trying again does not help
};

class Statement {
public:
    Statement(sqlite3* db, std::string_view sql);
    ~Statement();
    Statement(Statement&& other) noexcept : db_(other.db_), statement_(other.statement_) {
        other.statement_ = nullptr;
    }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    Statement& operator=(Statement&&) = delete;

    // Parameters, from 1.
    void bind(int index, std::int64_t value);
    void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
    void bind(int index, double value);
    void bind(int index, std::string_view text);
    void bind(int index, const std::string& text) { bind(index, std::string_view(text)); }
    void bind(int index, const char* text) { bind(index, std::string_view(text)); }
    void bind(int index, const Bytes& blob);
    template <class... Values>
    void bind_all(const Values&... values) {
        int index = 0;
        (bind(++index, values), ...);
    }

    /// True while there is a row. Throws SqliteError.
    bool step();
    /// Ready for the next execution; bound values stay.
    void reset();

    // Columns, from 0.
    std::int64_t integer(int column) const;
    double real(int column) const; ///< NULL reads as NaN
    std::string text(int column) const;
    std::span<const std::uint8_t> blob(int column) const; ///< valid until the next step
    bool is_null(int column) const;
    int columns() const;
    sqlite3_stmt* handle() const { return statement_; }

private:
    sqlite3* db_;
    sqlite3_stmt* statement_ = nullptr;
};

/// One connection, used by one thread at a time.
class Database {
public:
    enum class Mode { read_write, create, read_only };
    /// Throws SqliteError.
    Database(const std::string& path, Mode mode, int busy_timeout_ms);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void execute(const std::string& sql); ///< any number of statements, results ignored
    /// A query with its parameters bound: call step() on it.
    template <class... Values>
    Statement select(std::string_view sql, const Values&... values) {
        Statement statement(db_, sql);
        statement.bind_all(values...);
        return statement;
    }
    /// Executes one statement without results.
    template <class... Values>
    void run(std::string_view sql, const Values&... values) {
        Statement& statement = prepared(sql);
        statement.bind_all(values...);
        finish(statement);
    }
    /// First column of the first row; 0 if there is none.
    template <class... Values>
    std::int64_t integer(std::string_view sql, const Values&... values) {
        Statement statement = select(sql, values...);
        return statement.step() ? statement.integer(0) : 0;
    }
    /// A statement kept for the connection's life. For hot statements without results only.
    Statement& prepared(std::string_view sql);
    /// Steps to the end and resets, whether it fails or not.
    static void finish(Statement& statement);

    std::int64_t last_insert_id() const;
    std::int64_t changed_rows() const; ///< by the last statement
    bool in_transaction() const;
    bool is_read_only() const;
    /// Leaves the write-ahead log alone on closing, so that looking at a file does not change it.
    void keep_log_on_close(bool keep);
    /// Called after each commit with the number of pages in the write-ahead log, instead of SQLite's own
    /// checkpoints.
    void on_log_growth(std::function<void(int pages)> listener);
    /// For salvage: reads on in a file that is shorter than its header says.
    void allow_damage();
    std::int64_t commits() const { return commits_; } ///< by Transaction on this connection
    sqlite3* handle() const { return db_; }

private:
    friend class Transaction;
    sqlite3* db_ = nullptr;
    std::unordered_map<std::string, std::unique_ptr<Statement>> prepared_;
    std::int64_t commits_ = 0;
    std::function<void(int)> log_listener_;
};

/// A write transaction, rolled back unless committed. Inside another transaction it is a part of that one.
class Transaction {
public:
    explicit Transaction(Database& db);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Database& db_;
    bool outermost_;
    bool done_ = false;
};

/// A view of one moment for several queries; other connections go on writing. Part of an outer transaction if
/// any.
class Snapshot {
public:
    explicit Snapshot(Database& db);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    Database& db_;
    bool outermost_;
};

} // namespace laptime::sqlite
