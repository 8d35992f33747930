// SPDX-License-Identifier: Apache-2.0
// The points of runs in the database: live rows, packed chunks, and the reading of both as one curve.
// The live rows of a run lie behind its chunks: every live step is greater than every packed one.
// All functions throw SqliteError, and HistoryError for damaged points.
#pragma once

#include <span>
#include <vector>

#include "engine/history/history.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

/// Adds points (a step that is there already is replaced) and packs the oldest when very many are live, so
/// that a long run stays quick to draw and to end.
void add_steps(sqlite::Database& db, RunId run, std::span<const StepPoint> points);
void add_epochs(sqlite::Database& db, RunId run, const std::vector<EpochPoint>& epochs);
/// Packs all live points.
void pack(sqlite::Database& db, RunId run);
/// Removes steps and epochs after `step`.
void cut_after(sqlite::Database& db, RunId run, std::int64_t step);

std::vector<StepPoint> steps_of(sqlite::Database& db, RunId run, std::int64_t after_step);
std::vector<EpochPoint> epochs_of(sqlite::Database& db, RunId run);
/// At most `buckets` buckets, cut evenly by count; from summaries where they are fine enough.
std::vector<CurveBucket> curve_of(sqlite::Database& db, RunId run, int buckets);
/// The last step's point; step 0 if there is none.
StepPoint last_step_of(sqlite::Database& db, RunId run);

} // namespace laptime::history
