// SPDX-License-Identifier: Apache-2.0
// The runs in the database: adding, listing, finding, changing and the life from queued to ended.
// All functions throw SqliteError, and HistoryError or InvalidInput as history.h says.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/history/history.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

RunId add_run(sqlite::Database& db, const Experiment& experiment, const MachineFacts& machine, RunId group);
std::vector<RunRow> list_runs(sqlite::Database& db);
RunRow row_of(sqlite::Database& db, RunId run); ///< throws HistoryError for an unknown run
RunDetails details_of(sqlite::Database& db, RunId run);
RunId find_run(sqlite::Database& db, const std::string& text);

void rename_run(sqlite::Database& db, RunId run, const std::string& name);
void set_note(sqlite::Database& db, RunId run, const std::string& note);
void set_tags(sqlite::Database& db, RunId run, const std::vector<std::string>& tags);
/// Deletes the rows; returns each run with its artifacts folder, which is deleted once that is committed.
std::vector<std::pair<RunId, std::string>> delete_runs(sqlite::Database& db, const std::vector<RunId>& runs);

void begin_run(sqlite::Database& db, RunId run, const RunStart& start, const MachineFacts& machine,
               const std::string& data_fingerprint, const std::string& cast_map,
               const std::string& artifacts);
void append_to_run(sqlite::Database& db, RunId run, const std::vector<StepPoint>& steps,
                   const std::vector<EpochPoint>& epochs, const std::vector<RunWarning>& warnings);
void set_status(sqlite::Database& db, RunId run, RunStatus status);
void end_run(sqlite::Database& db, RunId run, const RunEnd& end);
void rewind_run(sqlite::Database& db, RunId run, std::int64_t step);
void heartbeat(sqlite::Database& db, RunId run);

/// Runs that are not ended and whose process is gone become interrupted, with the figures that their points
/// give.
std::vector<RunId> mark_dead_runs(sqlite::Database& db);

} // namespace laptime::history
