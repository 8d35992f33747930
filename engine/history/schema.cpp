// SPDX-License-Identifier: Apache-2.0
// The schema, version by version. A released step is never edited: a change is a new step at the end.
//
// Measured numbers are ANY columns, not REAL: SQLite stores a REAL of -0.0 as the integer 0, and ANY keeps
// every bit. NaN is NULL. Infinities are stored as they are.
#include "engine/history/schema.h"

#include <filesystem>

#include "engine/core/clock.h"

namespace laptime::history {

namespace {

// What the runs table shows stands in `runs`, so that it is one scan of short rows; long texts are in
// run_details. `live_steps` is where points arrive; `chunks` holds packed ones (see chunk.h), its big parts
// in tables of their own so that drawing from summaries does not read them.
constexpr const char* version_1 = R"sql(
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'paused', 'finished', 'stopped', 'diverged', 'failed',
                                           'interrupted')),
    model TEXT NOT NULL, dataset TEXT NOT NULL, optimizer TEXT NOT NULL,
    precision TEXT NOT NULL, strategy TEXT NOT NULL,
    devices TEXT NOT NULL,                 -- JSON array
    global_batch INTEGER NOT NULL,
    samples_per_second ANY, val_accuracy ANY, val_loss ANY, best ANY, time_to_target_s ANY,
    wall_s ANY, startup_s ANY,
    created INTEGER NOT NULL,              -- UTC microseconds
    started INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0,
    steps INTEGER NOT NULL DEFAULT 0,
    seed INTEGER NOT NULL,                 -- the bits of an unsigned number
    run_group INTEGER NOT NULL DEFAULT 0,
    color INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL DEFAULT '[]',       -- JSON array
    note TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    artifacts TEXT NOT NULL DEFAULT '',
    owner_pid INTEGER NOT NULL DEFAULT 0,  -- the process that runs it, while it is not ended
    owner_start INTEGER NOT NULL DEFAULT 0,
    owner_place TEXT NOT NULL DEFAULT '',
    heartbeat INTEGER NOT NULL DEFAULT 0   -- UTC microseconds
) STRICT;
CREATE TABLE run_details (
    run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
    experiment TEXT NOT NULL,              -- the experiment file
    machine TEXT NOT NULL DEFAULT '{}',    -- JSON object
    data_fingerprint TEXT NOT NULL DEFAULT '',
    cast_map TEXT NOT NULL DEFAULT '',
    start TEXT NOT NULL DEFAULT '',        -- JSON object, empty before the start
    finish TEXT NOT NULL DEFAULT ''        -- JSON object, empty before the end
) STRICT;
CREATE TABLE epochs (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    step INTEGER NOT NULL, samples INTEGER NOT NULL,
    wall_s ANY, train_s ANY, eval_s ANY, loss ANY, accuracy ANY, val_loss ANY, val_accuracy ANY, samples_per_second ANY,
    PRIMARY KEY (run, epoch)
) STRICT, WITHOUT ROWID;
CREATE TABLE warnings (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    code TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE INDEX warnings_of_run ON warnings(run);
CREATE TABLE live_steps (
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    epoch INTEGER NOT NULL, samples INTEGER NOT NULL,
    wall_s ANY, loss ANY, learning_rate ANY, step_ms ANY, data_ms ANY, collective_ms ANY,
    skipped INTEGER NOT NULL,
    PRIMARY KEY (run, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    first_step INTEGER NOT NULL, last_step INTEGER NOT NULL, points INTEGER NOT NULL,
    summary BLOB NOT NULL,                 -- first and last point, least and greatest loss
    UNIQUE (run, first_step)
) STRICT;
CREATE TABLE chunk_segments (
    chunk INTEGER PRIMARY KEY REFERENCES chunks(id) ON DELETE CASCADE,
    summaries BLOB NOT NULL                -- one a 64 points
) STRICT;
CREATE TABLE chunk_points (
    chunk INTEGER PRIMARY KEY REFERENCES chunks(id) ON DELETE CASCADE,
    points BLOB NOT NULL                   -- compressed columns
) STRICT;
)sql";

// Named values that outlive the window.
constexpr const char* version_2 = R"sql(
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
)sql";

// Points know their run, so that they survive the loss of their row in `chunks`.
constexpr const char* version_3 = R"sql(
ALTER TABLE chunk_points ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
UPDATE chunk_points SET run = (SELECT run FROM chunks WHERE id = chunk);
)sql";

// Metrics beside loss and accuracy, and the best of the monitored one so far.
constexpr const char* version_4 = R"sql(
ALTER TABLE epochs ADD COLUMN best ANY;
ALTER TABLE epochs ADD COLUMN metrics TEXT NOT NULL DEFAULT '{}'; -- JSON object
)sql";

std::string unused_name(const std::string& wanted) {
    std::string name = wanted;
    for (int n = 2; std::filesystem::exists(name); ++n)
        name = wanted + "-" + std::to_string(n);
    return name;
}

std::string back_up(sqlite::Database& db, const std::string& path, std::int64_t version) {
    std::string when = utc_text(utc_microseconds());
    std::erase_if(when, [](char c) { return c == '-' || c == ':'; });
    const std::string backup = unused_name(path + ".version" + std::to_string(version) + "-" + when);
    // VACUUM INTO writes one consistent file, what is still in the write-ahead log included.
    db.run("VACUUM INTO ?1", backup);
    return backup;
}

} // namespace

const Migrations& migrations() {
    static const Migrations steps = {version_1, version_2, version_3, version_4};
    return steps;
}

int schema_version() {
    return static_cast<int>(migrations().size());
}

std::string migrate(sqlite::Database& db, const std::string& path, const Migrations& steps) {
    const auto current = [&db] { return db.integer("PRAGMA user_version"); };
    const auto last = static_cast<std::int64_t>(steps.size());
    std::int64_t found = 0;
    bool filled = false;
    {
        // Of one moment: another process may be making the same file.
        const sqlite::Snapshot snapshot(db);
        found = current();
        filled = db.integer("SELECT count(*) FROM sqlite_schema") > 0;
    }
    if (found >= last)
        return {};
    std::string backup;
    if (filled)
        backup = back_up(db, path, found);
    else
        db.execute("PRAGMA auto_vacuum = INCREMENTAL"); // only a file without tables takes it
    sqlite::Transaction transaction(db);
    // Read again under the lock: another process may have done it meanwhile.
    for (std::int64_t version = current(); version < last; ++version)
        db.execute(steps[static_cast<std::size_t>(version)]);
    db.execute("PRAGMA application_id = " + std::to_string(application_id));
    db.execute("PRAGMA user_version = " + std::to_string(last));
    transaction.commit();
    return backup;
}

} // namespace laptime::history
