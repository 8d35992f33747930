// SPDX-License-Identifier: Apache-2.0
// The History on an SQLite file: each call in its place, SQLite's errors turned into the user's words.
#include "engine/history/history_file.h"

#include <filesystem>

#include "engine/core/log.h"
#include "engine/history/curves.h"
#include "engine/history/runs.h"

namespace laptime::history {

namespace {

/// Deletes a run's folder of checkpoints. The path comes from the file, which may come from elsewhere: only a
/// folder "…runs/ID" beside the history is deleted as a whole; of another one just the checkpoints are.
void delete_artifacts(RunId run, const std::string& artifacts, const std::string& history_path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(artifacts, error);
    const fs::path home = fs::weakly_canonical(fs::absolute(history_path, error).parent_path(), error);
    const std::string shelf = folder.parent_path().filename().string();
    const bool ours = folder.parent_path().parent_path() == home &&
                      folder.filename() == std::to_string(run) && shelf.size() >= 4 &&
                      shelf.compare(shelf.size() - 4, 4, "runs") == 0;
    if (ours) {
        fs::remove_all(folder, error);
    } else {
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
            if (entry->path().extension() == ".ckpt" && entry->is_regular_file(error))
                fs::remove(entry->path(), error);
        if (!error && fs::is_empty(folder, error) && !error)
            fs::remove(folder, error);
    }
    if (error && error != std::errc::no_such_file_or_directory)
        log(LogLevel::warning,
            "The checkpoints in " + artifacts + " could not be deleted: " + error.message());
    else if (ours)
        fs::remove(folder.parent_path(), error); // the shelf goes with its last run
}

} // namespace

HistoryFile::HistoryFile(std::string path, std::unique_ptr<sqlite::Database> db, OpenReport report)
    : path_(std::move(path)), db_(std::move(db)), report_(std::move(report)) {
    seen_version_ = db_->integer("PRAGMA data_version");
}

template <class Action>
auto HistoryFile::guarded(Action action) {
    try {
        return action();
    } catch (const sqlite::SqliteError& error) {
        if (error.is_damage())
            ask_for_check(path_);
        throw explain(error, path_);
    } catch (const DamagedPoints&) {
        ask_for_check(path_);
        throw;
    }
}

RunId HistoryFile::add_run(const Experiment& experiment, const MachineFacts& machine, RunId group) {
    return guarded([&] { return history::add_run(*db_, experiment, machine, group); });
}

std::vector<RunRow> HistoryFile::runs() {
    return guarded([&] { return list_runs(*db_); });
}

RunDetails HistoryFile::run(RunId id) {
    return guarded([&] { return details_of(*db_, id); });
}

RunId HistoryFile::find_run(const std::string& text) {
    return guarded([&] { return history::find_run(*db_, text); });
}

void HistoryFile::rename(RunId id, const std::string& name) {
    guarded([&] { rename_run(*db_, id, name); });
}

void HistoryFile::set_note(RunId id, const std::string& note) {
    guarded([&] { history::set_note(*db_, id, note); });
}

void HistoryFile::set_tags(RunId id, const std::vector<std::string>& tags) {
    guarded([&] { history::set_tags(*db_, id, tags); });
}

void HistoryFile::remove(const std::vector<RunId>& ids) {
    guarded([&] {
        for (const auto& [run, folder] : delete_runs(*db_, ids))
            delete_artifacts(run, folder, path_);
    });
    free_space();
}

void HistoryFile::free_space() {
    try {
        db_->execute("PRAGMA incremental_vacuum");
        // The file itself shrinks when the log is folded into it, which a reader may put off.
        db_->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const sqlite::SqliteError& error) {
        log(LogLevel::info, std::string("The space of deleted runs is not given back yet: ") + error.what());
    }
}

std::int64_t HistoryFile::change_counter() {
    return guarded([&] {
        // data_version changes with the commits of every other connection, here and elsewhere.
        const std::int64_t version = db_->integer("PRAGMA data_version");
        if (version != seen_version_) {
            seen_version_ = version;
            ++foreign_changes_;
        }
        return foreign_changes_ + db_->commits();
    });
}

std::vector<RunId> HistoryFile::mark_dead_runs() {
    return guarded([&] { return history::mark_dead_runs(*db_); });
}

std::string HistoryFile::setting(const std::string& key) {
    return guarded([&] {
        sqlite::Statement row = db_->select("SELECT value FROM settings WHERE key = ?1", key);
        return row.step() ? row.text(0) : std::string();
    });
}

void HistoryFile::set_setting(const std::string& key, const std::string& value) {
    guarded([&] {
        sqlite::Transaction transaction(*db_);
        db_->run("INSERT OR REPLACE INTO settings (key, value) VALUES (?1, ?2)", key, value);
        transaction.commit();
    });
}

void HistoryFile::begin(RunId id, const RunStart& start, const MachineFacts& machine,
                        const std::string& data_fingerprint, const std::string& cast_map,
                        const std::string& artifacts) {
    guarded([&] { begin_run(*db_, id, start, machine, data_fingerprint, cast_map, artifacts); });
}

void HistoryFile::append(RunId id, const std::vector<StepPoint>& steps, const std::vector<EpochPoint>& epochs,
                         const std::vector<RunWarning>& warnings) {
    guarded([&] { append_to_run(*db_, id, steps, epochs, warnings); });
}

void HistoryFile::set_status(RunId id, RunStatus status) {
    guarded([&] { history::set_status(*db_, id, status); });
}

void HistoryFile::end(RunId id, const RunEnd& end) {
    guarded([&] { end_run(*db_, id, end); });
}

void HistoryFile::rewind(RunId id, std::int64_t step) {
    guarded([&] { rewind_run(*db_, id, step); });
}

std::vector<StepPoint> HistoryFile::steps(RunId id, std::int64_t after_step) {
    return guarded([&] { return steps_of(*db_, id, after_step); });
}

std::vector<CurveBucket> HistoryFile::curve(RunId id, int buckets) {
    return guarded([&] { return curve_of(*db_, id, buckets); });
}

std::vector<EpochPoint> HistoryFile::epochs(RunId id) {
    return guarded([&] { return epochs_of(*db_, id); });
}

void HistoryFile::together(const std::function<void()>& changes) {
    guarded([&] {
        sqlite::Transaction transaction(*db_);
        changes();
        transaction.commit();
    });
}

void HistoryFile::heartbeat(RunId id) {
    guarded([&] { history::heartbeat(*db_, id); });
}

} // namespace laptime::history
