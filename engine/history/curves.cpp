// SPDX-License-Identifier: Apache-2.0
// Storing, packing, cutting and drawing the points of a run (see curves.h).
#include "engine/history/curves.h"

#include <algorithm>
#include <limits>

#include "engine/core/log.h"
#include "engine/history/chunk.h"
#include "engine/history/errors.h"
#include "engine/history/run_texts.h"

namespace laptime::history {

namespace {

using sqlite::Database;
using sqlite::Statement;

/// So many live points are packed, so many of the newest stay as rows: a rewind to the last checkpoint, or a
/// late point, then rarely has to open a chunk.
constexpr std::size_t most_live = 8192, stay_live = 2048;
constexpr std::int64_t before_all = std::numeric_limits<std::int64_t>::min();

constexpr const char* live_columns = "step, epoch, samples, wall_s, loss, learning_rate, step_ms, data_ms, "
                                     "collective_ms, skipped";

StepPoint live_point(const Statement& row) {
    StepPoint point;
    point.step = row.integer(0);
    point.epoch = row.integer(1);
    point.samples = row.integer(2);
    point.wall_s = row.real(3);
    point.loss = row.real(4);
    point.learning_rate = row.real(5);
    point.step_ms = row.real(6);
    point.data_ms = row.real(7);
    point.collective_ms = row.real(8);
    point.skipped = row.integer(9) != 0;
    return point;
}

void insert_live(Database& db, RunId run, std::span<const StepPoint> points) {
    Statement& insert = db.prepared(
        "INSERT OR REPLACE INTO live_steps (run, step, epoch, samples, wall_s, loss, learning_rate, "
        "step_ms, data_ms, collective_ms, skipped) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)");
    for (const StepPoint& p : points) {
        insert.bind_all(run, p.step, p.epoch, p.samples, p.wall_s, p.loss, p.learning_rate, p.step_ms,
                        p.data_ms, p.collective_ms, p.skipped ? 1 : 0);
        Database::finish(insert);
    }
}

std::vector<StepPoint> live_points(Database& db, RunId run, std::int64_t after_step, std::int64_t most) {
    std::vector<StepPoint> points;
    Statement rows = db.select(std::string("SELECT ") + live_columns +
                                   " FROM live_steps WHERE run = ?1 AND step > ?2 ORDER BY step LIMIT ?3",
                               run, after_step, most);
    while (rows.step())
        points.push_back(live_point(rows));
    return points;
}

void insert_chunk(Database& db, RunId run, std::span<const StepPoint> points) {
    const CurveBucket summary = summarise(points);
    db.run("INSERT INTO chunks (run, first_step, last_step, points, summary) VALUES (?1, ?2, ?3, ?4, ?5)",
           run, summary.first.step, summary.last.step, summary.count, write_summaries({&summary, 1}));
    const std::int64_t chunk = db.last_insert_id();
    db.run("INSERT INTO chunk_segments (chunk, summaries) VALUES (?1, ?2)", chunk,
           write_summaries(segments_of(points)));
    db.run("INSERT INTO chunk_points (chunk, points, run) VALUES (?1, ?2, ?3)", chunk, pack_points(points),
           run);
}

void pack_oldest(Database& db, RunId run, std::int64_t most) {
    const std::vector<StepPoint> points = live_points(db, run, before_all, most);
    if (points.empty())
        return;
    for (std::size_t at = 0; at < points.size(); at += chunk_points)
        insert_chunk(db, run, std::span(points).subspan(at, std::min(chunk_points, points.size() - at)));
    db.run("DELETE FROM live_steps WHERE run = ?1 AND step <= ?2", run, points.back().step);
}

/// Cuts the chunks behind `step`; what was behind it becomes live rows or is gone.
void open_chunks_after(Database& db, RunId run, std::int64_t step, bool keep_rest) {
    if (!keep_rest)
        db.run("DELETE FROM chunks WHERE run = ?1 AND first_step > ?2", run, step);
    std::vector<std::pair<std::int64_t, std::vector<StepPoint>>> opened;
    {
        Statement rows =
            db.select("SELECT id, chunk_points.points FROM chunks CROSS JOIN chunk_points ON chunk = id "
                      "WHERE chunks.run = ?1 AND last_step > ?2",
                      run, step);
        while (rows.step()) {
            opened.emplace_back(rows.integer(0), std::vector<StepPoint>());
            try {
                opened.back().second = unpack_points(rows.blob(1));
            } catch (const DamagedPoints& error) {
                // What cannot be read is lost already; it must not keep the run from going on.
                log(LogLevel::error, error.what());
            }
        }
    }
    for (const auto& [chunk, points] : opened) {
        db.run("DELETE FROM chunks WHERE id = ?1", chunk);
        const auto behind =
            std::find_if(points.begin(), points.end(), [&](const auto& p) { return p.step > step; });
        const auto kept = static_cast<std::size_t>(behind - points.begin());
        if (kept > 0)
            insert_chunk(db, run, std::span(points).first(kept));
        if (keep_rest)
            insert_live(db, run, std::span(points).subspan(kept));
    }
}

/// Sorts summaries that follow one another into buckets of about equal counts.
class Buckets {
public:
    Buckets(std::int64_t total, int buckets) : total_(total), buckets_(buckets) {}

    void add(const CurveBucket& unit) {
        const std::int64_t place = std::min<std::int64_t>(seen_ * buckets_ / total_, buckets_ - 1);
        if (out_.empty() || place != place_)
            out_.push_back(unit);
        else
            merge(out_.back(), unit);
        place_ = place;
        seen_ += unit.count;
    }
    void add(std::span<const StepPoint> points) {
        for (const StepPoint& point : points)
            add(summarise({&point, 1}));
    }
    std::vector<CurveBucket> take() { return std::move(out_); }

private:
    std::int64_t total_, buckets_, seen_ = 0, place_ = -1;
    std::vector<CurveBucket> out_;
};

} // namespace

void add_steps(Database& db, RunId run, std::span<const StepPoint> points) {
    const auto by_step = [](const StepPoint& a, const StepPoint& b) { return a.step < b.step; };
    // In slices, so that a very large batch does not grow the file by rows that are packed at once.
    for (; !points.empty(); points = points.subspan(std::min(most_live, points.size()))) {
        const auto slice = points.first(std::min(most_live, points.size()));
        const std::int64_t first = std::min_element(slice.begin(), slice.end(), by_step)->step;
        if (db.integer("SELECT 1 FROM chunks WHERE run = ?1 AND last_step >= ?2 LIMIT 1", run, first) == 1)
            open_chunks_after(db, run, first - 1, true);
        insert_live(db, run, slice);
        const std::int64_t live = db.integer("SELECT count(*) FROM live_steps WHERE run = ?1", run);
        if (live > static_cast<std::int64_t>(most_live)) {
            constexpr auto full = static_cast<std::int64_t>(chunk_points);
            pack_oldest(db, run, (live - static_cast<std::int64_t>(stay_live)) / full * full);
        }
    }
}

void add_epochs(Database& db, RunId run, const std::vector<EpochPoint>& epochs) {
    Statement& insert = db.prepared(
        "INSERT OR REPLACE INTO epochs (run, epoch, step, samples, wall_s, train_s, eval_s, loss, accuracy, "
        "val_loss, val_accuracy, samples_per_second, best, metrics) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)");
    for (const EpochPoint& e : epochs) {
        insert.bind_all(run, e.epoch, e.step, e.samples, e.wall_s, e.train_s, e.eval_s, e.loss, e.accuracy,
                        e.val_loss, e.val_accuracy, e.samples_per_second, e.best, write_metrics(e.metrics));
        Database::finish(insert);
    }
}

void pack(Database& db, RunId run) {
    pack_oldest(db, run, -1);
}

void cut_after(Database& db, RunId run, std::int64_t step) {
    db.run("DELETE FROM live_steps WHERE run = ?1 AND step > ?2", run, step);
    db.run("DELETE FROM epochs WHERE run = ?1 AND step > ?2", run, step);
    open_chunks_after(db, run, step, false);
}

std::vector<StepPoint> steps_of(Database& db, RunId run, std::int64_t after_step) {
    const sqlite::Snapshot snapshot(db);
    std::vector<StepPoint> points;
    Statement rows = db.select("SELECT chunk_points.points FROM chunks CROSS JOIN chunk_points ON chunk = id "
                               "WHERE chunks.run = ?1 AND last_step > ?2 ORDER BY first_step",
                               run, after_step);
    while (rows.step()) {
        const std::vector<StepPoint> chunk = unpack_points(rows.blob(0));
        const auto begin =
            std::find_if(chunk.begin(), chunk.end(), [&](const StepPoint& p) { return p.step > after_step; });
        points.insert(points.end(), begin, chunk.end());
    }
    const std::vector<StepPoint> live = live_points(db, run, after_step, -1);
    points.insert(points.end(), live.begin(), live.end());
    return points;
}

std::vector<EpochPoint> epochs_of(Database& db, RunId run) {
    std::vector<EpochPoint> epochs;
    Statement row =
        db.select("SELECT epoch, step, samples, wall_s, train_s, eval_s, loss, accuracy, val_loss, "
                  "val_accuracy, samples_per_second, best, metrics FROM epochs WHERE run = ?1 ORDER BY epoch",
                  run);
    while (row.step()) {
        EpochPoint e;
        e.epoch = row.integer(0);
        e.step = row.integer(1);
        e.samples = row.integer(2);
        e.wall_s = row.real(3);
        e.train_s = row.real(4);
        e.eval_s = row.real(5);
        e.loss = row.real(6);
        e.accuracy = row.real(7);
        e.val_loss = row.real(8);
        e.val_accuracy = row.real(9);
        e.samples_per_second = row.real(10);
        e.best = row.real(11);
        e.metrics = read_metrics(row.text(12));
        epochs.push_back(e);
    }
    return epochs;
}

std::vector<CurveBucket> curve_of(Database& db, RunId run, int buckets) {
    const sqlite::Snapshot snapshot(db);
    const std::vector<StepPoint> live = live_points(db, run, before_all, -1);
    const std::int64_t total = db.integer("SELECT sum(points) FROM chunks WHERE run = ?1", run) +
                               static_cast<std::int64_t>(live.size());
    if (total == 0 || buckets <= 0)
        return {};
    Buckets out(total, buckets);
    const std::int64_t wanted = total / buckets; // points a bucket
    if (wanted >= static_cast<std::int64_t>(chunk_points)) {
        Statement rows = db.select("SELECT summary FROM chunks WHERE run = ?1 ORDER BY first_step", run);
        while (rows.step())
            for (const CurveBucket& unit : read_summaries(rows.blob(0)))
                out.add(unit);
    } else if (wanted >= static_cast<std::int64_t>(segment_points)) {
        Statement rows = db.select(
            "SELECT summaries FROM chunks CROSS JOIN chunk_segments ON chunk = id WHERE chunks.run = ?1 "
            "ORDER BY first_step",
            run);
        while (rows.step())
            for (const CurveBucket& unit : read_summaries(rows.blob(0)))
                out.add(unit);
    } else {
        Statement rows =
            db.select("SELECT chunk_points.points FROM chunks CROSS JOIN chunk_points ON chunk = id "
                      "WHERE chunks.run = ?1 ORDER BY first_step",
                      run);
        while (rows.step())
            out.add(unpack_points(rows.blob(0)));
    }
    out.add(live);
    return out.take();
}

StepPoint last_step_of(Database& db, RunId run) {
    Statement live = db.select(std::string("SELECT ") + live_columns +
                                   " FROM live_steps WHERE run = ?1 ORDER BY step DESC LIMIT 1",
                               run);
    if (live.step())
        return live_point(live);
    Statement packed =
        db.select("SELECT summary FROM chunks WHERE run = ?1 ORDER BY first_step DESC LIMIT 1", run);
    if (packed.step())
        if (const auto summaries = read_summaries(packed.blob(0)); !summaries.empty())
            return summaries.front().last;
    return {};
}

} // namespace laptime::history
