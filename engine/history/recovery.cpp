// SPDX-License-Identifier: Apache-2.0
// Finding damage and saving what can be read (see recovery.h).
#include "engine/history/recovery.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

#include "engine/core/clock.h"
#include "engine/core/log.h"
#include "engine/experiment/read_experiment.h"
#include "engine/history/chunk.h"
#include "engine/history/errors.h"
#include "engine/history/file_checks.h"
#include "engine/history/run_texts.h"
#include "engine/history/salvage.h"
#include "engine/history/schema.h"
#include "engine/history/transplant.h"

namespace laptime::history {

namespace {

namespace fs = std::filesystem;
using sqlite::Database;
using sqlite::SqliteError;
using sqlite::Statement;

/// A larger file is checked as a whole only when something was found wrong in use.
constexpr std::uintmax_t small_file = 16u << 20;

bool check_says_ok(Database& db, const std::string& pragma) {
    Statement rows = db.select(pragma);
    return rows.step() && rows.text(0) == "ok";
}

bool all_points_unpack(Database& db) {
    Statement rows = db.select("SELECT points FROM chunk_points");
    while (rows.step()) {
        try {
            unpack_points(rows.blob(0));
        } catch (const DamagedPoints&) {
            return false;
        }
    }
    return true;
}

/// Only one process at a time recovers one history.
class RecoveryLock {
public:
    explicit RecoveryLock(const std::string& path) : name_(path + "-recovery") {
        descriptor_ = open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor_ >= 0)
            flock(descriptor_, LOCK_EX);
    }
    ~RecoveryLock() {
        if (descriptor_ >= 0) {
            unlink(name_.c_str());
            close(descriptor_);
        }
    }
    RecoveryLock(const RecoveryLock&) = delete;
    RecoveryLock& operator=(const RecoveryLock&) = delete;

private:
    std::string name_;
    int descriptor_ = -1;
};

void remove_database(const std::string& path) {
    std::error_code error;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
        fs::remove(path + suffix, error);
}

/// A row for each run whose own row is lost but whose other parts are not.
void restore_lost_rows(Database& db) {
    std::vector<RunId> lost;
    {
        Statement rows =
            db.select("SELECT run FROM run_details UNION SELECT run FROM epochs UNION SELECT run FROM "
                      "live_steps UNION SELECT run FROM chunks EXCEPT SELECT id FROM runs ORDER BY 1");
        while (rows.step())
            lost.push_back(rows.integer(0));
    }
    for (const RunId run : lost) {
        std::string text, start_text, end_text;
        Statement details =
            db.select("SELECT experiment, start, finish FROM run_details WHERE run = ?1", run);
        if (details.step()) {
            text = details.text(0);
            start_text = details.text(1);
            end_text = details.text(2);
        }
        Experiment experiment;
        try {
            experiment = parse_experiment(text);
        } catch (const InvalidInput&) { // the defaults stand in
        }
        RunStart start;
        if (!start_text.empty())
            start = read_start(start_text);
        RunEnd end;
        end.status = RunStatus::interrupted;
        end.startup_s = not_measured;
        if (!end_text.empty())
            end = read_end(end_text);
        std::string name = !start.name.empty() ? start.name : experiment.name;
        if (name.empty())
            name = "recovered-" + std::to_string(run);
        db.run("INSERT INTO runs (id, name, status, model, dataset, optimizer, precision, strategy, devices, "
               "global_batch, "
               "samples_per_second, val_accuracy, val_loss, best, time_to_target_s, wall_s, startup_s, "
               "created, started, "
               "ended, steps, seed, run_group, color, error) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
               "?18, ?18, ?19, ?20, "
               "?1, ?21, ?22)",
               run, name, word_of(end.status),
               experiment.model.library.empty() ? experiment.model.file : experiment.model.library,
               experiment.data.dataset, word_of(experiment.train.optimizer),
               start.precision.empty() ? word_of(experiment.speed.precision) : start.precision,
               start.strategy.empty() ? word_of(experiment.speed.strategy) : start.strategy,
               write_list(start.devices.empty() ? experiment.speed.devices : start.devices),
               start.global_batch ? start.global_batch : experiment.speed.global_batch,
               end.samples_per_second, end.val_accuracy, end.val_loss, end.best, end.time_to_target_s,
               end.wall_s, end.startup_s, utc_microseconds(), end.steps,
               static_cast<std::int64_t>(experiment.train.seed), (run - 1) % 8, end.error);
    }
}

/// The rows that say where packed points belong, made anew from the points: what does not unpack is left out.
void rebuild_chunks(Database& db) {
    struct Chunk {
        std::int64_t id;
        RunId run;
        CurveBucket summary;
        sqlite::Bytes segments;
    };
    std::vector<Chunk> sound;
    {
        Statement rows = db.select("SELECT chunk, run, points FROM chunk_points ORDER BY chunk");
        while (rows.step()) {
            try {
                const std::vector<StepPoint> points = unpack_points(rows.blob(2));
                if (!points.empty() && rows.integer(1) > 0)
                    sound.push_back({rows.integer(0), rows.integer(1), summarise(points),
                                     write_summaries(segments_of(points))});
            } catch (const DamagedPoints&) { // lost
            }
        }
    }
    db.execute("DELETE FROM chunks; DELETE FROM chunk_segments");
    for (const Chunk& chunk : sound) {
        // Two pieces with one first step: a page from before a change came to light again. The first is kept.
        db.run("INSERT OR IGNORE INTO chunks (id, run, first_step, last_step, points, summary) "
               "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
               chunk.id, chunk.run, chunk.summary.first.step, chunk.summary.last.step, chunk.summary.count,
               write_summaries({&chunk.summary, 1}));
        if (db.changed_rows() > 0)
            db.run("INSERT INTO chunk_segments (chunk, summaries) VALUES (?1, ?2)", chunk.id, chunk.segments);
    }
    db.execute("DELETE FROM chunk_points WHERE chunk NOT IN (SELECT id FROM chunks)");
}

/// Parts that lost their other half are made whole or left out.
void make_consistent(Database& db) {
    rebuild_chunks(db);
    restore_lost_rows(db);
    db.execute("INSERT INTO run_details (run, experiment) SELECT id, '' FROM runs "
               "WHERE id NOT IN (SELECT run FROM run_details)");
    db.execute("DELETE FROM warnings WHERE run NOT IN (SELECT id FROM runs)");
}

bool schema_is_readable(Database& db) {
    try {
        return db.integer("SELECT count(*) FROM sqlite_schema WHERE name IN ('runs', 'chunk_points')") == 2;
    } catch (const SqliteError&) {
        return false;
    }
}

/// The damaged file, ready for reading. Where its first page is lost: a copy with another one.
std::unique_ptr<Database> open_damaged(const std::string& path, const std::string& copy) {
    const auto open = [](const std::string& name) {
        auto db = std::make_unique<Database>(name, Database::Mode::read_write, 5000);
        db->keep_log_on_close(true);
        db->allow_damage();
        db->execute("PRAGMA query_only = ON");
        return db;
    };
    try {
        auto db = open(path);
        if (schema_is_readable(*db))
            return db;
    } catch (const SqliteError& error) {
        if (!error.is_damage())
            throw;
    }
    transplant_first_page(path, copy);
    return open(copy);
}

void salvage(const std::string& from_path, const std::string& to_path, OpenReport& report) {
    Database to(to_path, Database::Mode::create, 5000);
    to.execute("PRAGMA foreign_keys = OFF");
    to.execute("PRAGMA secure_delete = OFF");
    migrate(to, to_path);
    sqlite::Transaction transaction(to);
    try {
        const std::unique_ptr<Database> from = open_damaged(from_path, to_path + ".copy");
        for (const char* table : {"runs", "run_details", "epochs", "warnings", "live_steps", "chunks",
                                  "chunk_points", "settings"})
            salvage_table(*from, to, table);
    } catch (const SqliteError& error) {
        // The damaged file gives nothing more; only a failure to write the new one is an error.
        if (error.is_full())
            throw;
        log(LogLevel::warning, std::string("Recovering the history: ") + error.what());
    }
    remove_database(to_path + ".copy");
    make_consistent(to);
    report.recovered_runs = to.integer("SELECT count(*) FROM runs");
    report.recovered_points = to.integer("SELECT ifnull((SELECT sum(points) FROM chunks), 0) + "
                                         "(SELECT count(*) FROM live_steps)");
    transaction.commit();
    to.execute("PRAGMA journal_mode = WAL");
}

} // namespace

bool is_damaged(Database& db, const std::string& path, bool full) {
    try {
        std::error_code error;
        const bool small = fs::file_size(path, error) <= small_file && !error;
        if (!check_says_ok(db, full || small ? "PRAGMA quick_check(1)" : "PRAGMA quick_check('runs')"))
            return true;
        return full && !all_points_unpack(db);
    } catch (const SqliteError& error) {
        if (error.is_damage())
            return true;
        throw;
    }
}

bool recover(const std::string& path, OpenReport& report, bool needs_proof) {
    const RecoveryLock lock(path);
    if (!is_unused(path))
        throw HistoryError("The history " + path +
                           " is damaged and another program has it open. Close every Laptime and "
                           "start it again: the file is then moved aside and what can be read is recovered.");
    const std::string fresh = path + ".recovering";
    remove_database(fresh);
    try {
        salvage(path, fresh, report);
    } catch (...) {
        remove_database(fresh + ".copy");
        remove_database(fresh);
        throw;
    }
    if (needs_proof && report.recovered_runs == 0) {
        remove_database(fresh);
        return false;
    }

    std::string when = utc_text(utc_microseconds());
    std::erase_if(when, [](char c) { return c == '-' || c == ':'; });
    std::string aside = path + ".damaged-" + when;
    for (int n = 2; fs::exists(aside); ++n)
        aside = path + ".damaged-" + when + "-" + std::to_string(n);
    // The damaged file gets a second name before the new one takes the first, so that there is a history
    // under the known name at every moment. Where the file system has no links it is renamed.
    if (link(path.c_str(), aside.c_str()) != 0)
        fs::rename(path, aside);
    std::error_code error;
    for (const char* suffix : {"-wal", "-shm"})
        if (fs::exists(path + suffix))
            fs::rename(path + suffix, aside + suffix, error);
    fs::rename(fresh, path);
    check_done(path);
    report.recovered = true;
    report.moved_to = aside;
    return true;
}

} // namespace laptime::history
