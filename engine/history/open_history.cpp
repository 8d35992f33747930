// SPDX-License-Identifier: Apache-2.0
// Opening a history: every reason to refuse a file comes before the first change to it; then creation,
// migration, recovery and the settings of the connection.
#include <cstdlib>
#include <filesystem>

#include "engine/history/file_checks.h"
#include "engine/history/history_file.h"
#include "engine/history/recovery.h"
#include "engine/history/runs.h"
#include "engine/history/schema.h"
#include "engine/history/transplant.h"

namespace laptime {

namespace history {

namespace {

using sqlite::Database;
using sqlite::SqliteError;

HistoryError newer(const std::string& path, std::int64_t version) {
    return HistoryError("The history " + path + " was written by a newer Laptime (version " +
                        std::to_string(version) + " of the file, this program knows " +
                        std::to_string(schema_version()) +
                        "). Update Laptime, or choose another file with --history.");
}

HistoryError not_ours(const std::string& path, const std::string& what) {
    return HistoryError(path + " is not a history of Laptime: " + what +
                        ". It was left as it is; choose another file "
                        "with --history.");
}

enum class Content {
    none,       ///< there is no file, or an empty one
    history,    ///< as its header says
    first_page, ///< the header is lost, and the rest looks like a history
};

/// Refuses what is not a history of this program's version or an older one.
Content look_at(const std::string& path) {
    // A journal beside it means that another process is making the file, or was stopped while it did: SQLite
    // has to look.
    const auto in_the_making = [&path] {
        std::error_code error;
        return std::filesystem::exists(path + "-journal", error);
    };
    const bool before = in_the_making();
    const FileHeader header = read_header(path);
    if (before || in_the_making())
        return Content::history;
    if (!header.present)
        return Content::none;
    if (!header.is_sqlite) {
        if (is_unused(path) && has_our_pages(path))
            return Content::first_page;
        throw not_ours(path, "it is not an SQLite file");
    }
    // A history in the making is at first one page that says nothing; SQLite tells whether there is a table
    // in it.
    if (header.application_id == 0 && header.user_version == 0 && header.bytes <= 4096)
        return Content::history;
    if (header.application_id != application_id)
        throw not_ours(path, "it is an SQLite file of another program");
    if (header.user_version > schema_version())
        throw newer(path, header.user_version);
    return Content::history;
}

void refuse_by_content(Database& db, const std::string& path) {
    const sqlite::Snapshot snapshot(db); // another process may be making the file
    const std::int64_t id = db.integer("PRAGMA application_id");
    const std::int64_t version = db.integer("PRAGMA user_version");
    if (id != application_id && (id != 0 || db.integer("SELECT count(*) FROM sqlite_schema") > 0))
        throw not_ours(path, "it is an SQLite file of another program");
    if (version > schema_version())
        throw newer(path, version);
}

void configure(Database& db) {
    db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; "
               "PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000; "
               "PRAGMA cache_size = -8192");
}

/// One attempt. Null when the file is damaged.
std::unique_ptr<Database> open_database(const std::string& path, const OpenOptions& options, Content content,
                                        OpenReport& report) {
    const bool fresh = content == Content::none;
    try {
        auto db = std::make_unique<Database>(
            path, fresh ? Database::Mode::create : Database::Mode::read_write, options.busy_timeout_ms);
        db->keep_log_on_close(true); // until the file is known to be ours
        if (db->is_read_only())
            throw HistoryError("The history " + path +
                               " cannot be written to. Check its permissions, or choose another "
                               "file with --history.");
        refuse_by_content(*db, path);
        const bool full = check_asked(path);
        if (!fresh && options.check && is_damaged(*db, path, full))
            return nullptr;
        if (full && options.check)
            check_done(path);
        report.migrated_backup = migrate(*db, path);
        configure(*db);
        db->keep_log_on_close(false);
        if (options.mark_dead)
            report.interrupted = mark_dead_runs(*db);
        return db;
    } catch (const SqliteError& error) {
        if (error.is_damage() && options.check)
            return nullptr;
        throw;
    }
}

} // namespace

std::unique_ptr<HistoryFile> open_history_file(const std::string& path, const OpenOptions& options) {
    check_place(path);
    OpenReport report;
    try {
        const Content content = look_at(path);
        std::unique_ptr<Database> db;
        if (content != Content::first_page)
            db = open_database(path, options, content, report);
        if (!db) {
            if (!recover(path, report, content == Content::first_page))
                throw not_ours(path, "it is not an SQLite file");
            db = open_database(path, options, look_at(path), report);
        }
        if (!db)
            throw HistoryError("The history " + path +
                               " is damaged and could not be recovered. Move it away, or choose "
                               "another file with --history.");
        return std::make_unique<HistoryFile>(path, std::move(db), std::move(report));
    } catch (const SqliteError& error) {
        throw explain(error, path);
    } catch (const std::filesystem::filesystem_error& error) {
        throw HistoryError("The history " + path + " cannot be opened: " + error.what());
    }
}

} // namespace history

std::unique_ptr<History> History::open(const std::string& path) {
    return history::open_history_file(path);
}

std::string History::default_path(const std::string& option) {
    if (!option.empty())
        return option;
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value ? value : "");
    };
    if (const std::string path = variable("LAPTIME_HISTORY"); !path.empty())
        return path;
    // The XDG rules: a relative path there is to be ignored.
    if (const std::string data = variable("XDG_DATA_HOME"); !data.empty() && data.front() == '/')
        return data + "/laptime/history.db";
    const std::string home = variable("HOME");
    if (home.empty())
        throw HistoryError("There is no place for the history: HOME is not set. Give one with --history or "
                           "LAPTIME_HISTORY.");
    return home + "/.local/share/laptime/history.db";
}

std::string OpenReport::text() const {
    std::string text;
    const auto add = [&text](const std::string& sentence) { text += (text.empty() ? "" : " ") + sentence; };
    if (recovered)
        add("The history was damaged. What could be read was recovered: " + std::to_string(recovered_runs) +
            (recovered_runs == 1 ? " run" : " runs") + " with " + std::to_string(recovered_points) +
            " points. The damaged file is kept as " + moved_to + ".");
    if (!migrated_backup.empty())
        add("The history was brought to this version of Laptime; the older file is kept as " +
            migrated_backup + ".");
    if (interrupted.size() == 1)
        add("Run " + std::to_string(interrupted.front()) + " was interrupted; what it stored is here.");
    else if (!interrupted.empty())
        add(std::to_string(interrupted.size()) + " runs were interrupted; what they stored is here.");
    return text;
}

} // namespace laptime
