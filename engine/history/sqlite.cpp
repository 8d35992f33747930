// SPDX-License-Identifier: Apache-2.0
// The thin layer over SQLite's C API (see sqlite.h).
#include "engine/history/sqlite.h"

#include <cerrno>
#include <limits>

#include <sqlite3.h>

namespace laptime::sqlite {

namespace {

[[noreturn]] void fail(sqlite3* db, const char* doing) {
    const int last_errno = errno;
    if (!db)
        throw SqliteError(SQLITE_NOMEM, SQLITE_NOMEM, 0, std::string(doing) + ": out of memory");
    const int extended = sqlite3_extended_errcode(db);
    const int primary = extended & 0xff;
    // errno means something only behind errors of the operating system; a COMMIT that fails leaves it to us
    // to look.
    int system_error = 0;
    if (primary == SQLITE_IOERR || primary == SQLITE_FULL || primary == SQLITE_CANTOPEN) {
        system_error = sqlite3_system_errno(db);
        if (system_error == 0)
            system_error = last_errno;
    }
    throw SqliteError(primary, extended, system_error, std::string(doing) + ": " + sqlite3_errmsg(db));
}

} // namespace

bool SqliteError::is_busy() const {
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

bool SqliteError::is_damage() const {
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || extended_code == SQLITE_IOERR_SHORT_READ;
}

bool SqliteError::is_full() const {
    return code == SQLITE_FULL || system_error == ENOSPC || system_error == EDQUOT || system_error == EFBIG;
}

bool SqliteError::is_refusal() const {
    return code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH;
}

Statement::Statement(sqlite3* db, std::string_view sql) : db_(db) {
    if (sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr) != SQLITE_OK)
        fail(db, "preparing a statement");
}

Statement::~Statement() {
    sqlite3_finalize(statement_);
}

void Statement::bind(int index, std::int64_t value) {
    if (sqlite3_bind_int64(statement_, index, value) != SQLITE_OK)
        fail(db_, "binding a value");
}

void Statement::bind(int index, double value) {
    if (sqlite3_bind_double(statement_, index, value) != SQLITE_OK)
        fail(db_, "binding a value");
}

void Statement::bind(int index, std::string_view text) {
    // An empty view may have no address, which SQLite would take for NULL.
    const char* data = text.data() ? text.data() : "";
    if (sqlite3_bind_text64(statement_, index, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) != SQLITE_OK)
        fail(db_, "binding a text");
}

void Statement::bind(int index, const Bytes& blob) {
    const void* data = blob.empty() ? static_cast<const void*>("") : blob.data();
    if (sqlite3_bind_blob64(statement_, index, data, blob.size(), SQLITE_TRANSIENT) != SQLITE_OK)
        fail(db_, "binding a blob");
}

bool Statement::step() {
    errno = 0; // so that fail() does not take up an old one
    switch (sqlite3_step(statement_)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        fail(db_, "the history's database");
    }
}

void Statement::reset() {
    sqlite3_reset(statement_);
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
    if (is_null(column))
        return std::numeric_limits<double>::quiet_NaN();
    return sqlite3_column_double(statement_, column);
}

std::string Statement::text(int column) const {
    const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return data ? std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                : std::string();
}

std::span<const std::uint8_t> Statement::blob(int column) const {
    const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
    return {data, data ? static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)) : 0};
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

int Statement::columns() const {
    return sqlite3_column_count(statement_);
}

Database::Database(const std::string& path, Mode mode, int busy_timeout_ms) {
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    if (mode == Mode::create)
        flags |= SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path.c_str(), &db_, flags, nullptr) != SQLITE_OK) {
        // The handle carries the message, so it is closed only after that was read.
        std::unique_ptr<sqlite3, int (*)(sqlite3*)> closing(db_, sqlite3_close);
        fail(db_, "opening");
    }
    sqlite3_busy_timeout(db_, busy_timeout_ms);
    // A file from elsewhere must not make SQLite call functions from its schema.
    sqlite3_db_config(db_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

Database::~Database() {
    prepared_.clear();
    sqlite3_close(db_);
}

void Database::execute(const std::string& sql) {
    errno = 0;
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(db_, "the history's database");
}

Statement& Database::prepared(std::string_view sql) {
    auto& slot = prepared_[std::string(sql)];
    if (!slot)
        slot = std::make_unique<Statement>(db_, sql);
    return *slot;
}

void Database::finish(Statement& statement) {
    try {
        while (statement.step()) {
        }
    } catch (...) {
        statement.reset();
        throw;
    }
    statement.reset();
}

std::int64_t Database::last_insert_id() const {
    return sqlite3_last_insert_rowid(db_);
}
std::int64_t Database::changed_rows() const {
    return sqlite3_changes64(db_);
}
bool Database::in_transaction() const {
    return sqlite3_get_autocommit(db_) == 0;
}
bool Database::is_read_only() const {
    return sqlite3_db_readonly(db_, "main") == 1;
}

void Database::keep_log_on_close(bool keep) {
    sqlite3_db_config(db_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
}

void Database::on_log_growth(std::function<void(int pages)> listener) {
    log_listener_ = std::move(listener);
    sqlite3_wal_hook(
        db_,
        [](void* self, sqlite3*, const char*, int pages) {
            static_cast<Database*>(self)->log_listener_(pages);
            return SQLITE_OK;
        },
        this);
}

void Database::allow_damage() {
    sqlite3_db_config(db_, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    execute("PRAGMA writable_schema = ON");
}

Transaction::Transaction(Database& db) : db_(db), outermost_(!db.in_transaction()) {
    // IMMEDIATE: the wait for another writer happens here, where nothing has been done yet.
    if (outermost_)
        db_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
    if (outermost_ && !done_ && db_.in_transaction())
        sqlite3_exec(db_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
    if (outermost_) {
        db_.execute("COMMIT");
        ++db_.commits_;
    }
    done_ = true;
}

Snapshot::Snapshot(Database& db) : db_(db), outermost_(!db.in_transaction()) {
    if (outermost_)
        db_.execute("BEGIN");
}

Snapshot::~Snapshot() {
    if (outermost_ && db_.in_transaction())
        sqlite3_exec(db_.handle(), "COMMIT", nullptr, nullptr, nullptr);
}

} // namespace laptime::sqlite
