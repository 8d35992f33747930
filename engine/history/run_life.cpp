// SPDX-License-Identifier: Apache-2.0
// The life of a run in the database: begun, fed, ended, rewound, or found dead (see runs.h).
#include <algorithm>

#include "engine/core/clock.h"
#include "engine/core/log.h"
#include "engine/history/curves.h"
#include "engine/history/errors.h"
#include "engine/history/owner.h"
#include "engine/history/run_texts.h"
#include "engine/history/runs.h"

namespace laptime::history {

namespace {

using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

void must_exist(Database& db, RunId run) {
    if (db.integer("SELECT count(*) FROM runs WHERE id = ?1", run) == 0)
        throw HistoryError("There is no run " + std::to_string(run) +
                           " in the history. It may have been deleted.");
}

void own(Database& db, RunId run) {
    const Owner& owner = this_process();
    db.run("UPDATE runs SET owner_pid = ?2, owner_start = ?3, owner_place = ?4, heartbeat = ?5 WHERE id = ?1",
           run, owner.pid, owner.start, owner.place, utc_microseconds());
}

/// Refuses a run that another living process has in hand.
void must_be_free(Database& db, RunId run) {
    Statement row = db.select(
        "SELECT status, owner_pid, owner_start, owner_place, heartbeat, name FROM runs WHERE id = ?1", run);
    if (!row.step() || is_ended(run_status(row.text(0))))
        return;
    const Owner owner{row.integer(1), row.integer(2), row.text(3)};
    const double age_s = static_cast<double>(utc_microseconds() - row.integer(4)) / 1e6;
    if (owner.pid != this_process().pid && is_alive(owner, run_status(row.text(0)), age_s))
        throw InvalidInput("Run " + std::to_string(run) + " (" + row.text(5) + ") is " + row.text(0) +
                           " in another Laptime (process " + std::to_string(owner.pid) +
                           "). Stop it there first.");
}

/// The figures of the row that follow from the stored points.
void refresh_row(Database& db, RunId run) {
    const StepPoint last = last_step_of(db, run);
    const std::vector<EpochPoint> epochs = epochs_of(db, run);
    double wall_s = last.wall_s, val_loss = not_measured, val_accuracy = not_measured, best = not_measured;
    double samples_per_second = not_measured;
    for (const EpochPoint& epoch : epochs) {
        wall_s = std::max(wall_s, epoch.wall_s);
        val_loss = epoch.val_loss;
        val_accuracy = epoch.val_accuracy;
        best = std::isfinite(epoch.best) ? epoch.best : std::fmax(best, epoch.val_accuracy);
        samples_per_second = epoch.samples_per_second;
    }
    db.run("UPDATE runs SET steps = ?2, wall_s = ?3, val_loss = ?4, val_accuracy = ?5, best = ?6, "
           "samples_per_second = ?7 WHERE id = ?1",
           run, last.step, wall_s, val_loss, val_accuracy, best, samples_per_second);
}

void cut(Database& db, RunId run, std::int64_t step) {
    cut_after(db, run, step);
    refresh_row(db, run);
}

double median(std::vector<double> values) {
    if (values.empty())
        return not_measured;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// What a run that was not ended by its own process had reached: the same figures as its end would have told,
/// from the stored points. The median leaves out the first tenth of the steps (at most 50), where caches and
/// threads warm up.
RunEnd end_from_points(Database& db, RunId run) {
    RunEnd end;
    end.status = RunStatus::interrupted;
    end.startup_s = not_measured;
    const RunRow row = row_of(db, run);
    end.steps = row.steps;
    end.wall_s = std::isnan(row.wall_s) ? 0 : row.wall_s;
    end.val_loss = row.val_loss;
    end.val_accuracy = row.val_accuracy;
    end.best = row.best;
    std::vector<StepPoint> steps;
    try {
        steps = steps_of(db, run, 0);
    } catch (const DamagedPoints& error) {
        log(LogLevel::error, error.what()); // the row still tells how far it got
    }
    const std::size_t warm_up = std::min<std::size_t>(steps.size() / 10, 50);
    std::vector<double> rates;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const StepPoint& p = steps[i];
        end.skipped_steps += p.skipped ? 1 : 0;
        end.time.data += p.data_ms / 1e3;
        end.time.collective += p.collective_ms / 1e3;
        end.time.compute += (p.step_ms - p.data_ms - p.collective_ms) / 1e3;
        if (i > warm_up && p.step_ms > 0 && p.samples > steps[i - 1].samples)
            rates.push_back(static_cast<double>(p.samples - steps[i - 1].samples) / (p.step_ms / 1e3));
    }
    for (const EpochPoint& epoch : epochs_of(db, run))
        end.time.evaluation += epoch.eval_s;
    if (!steps.empty()) {
        end.steps = steps.back().step;
        end.samples = steps.back().samples;
    }
    end.samples_per_second = median(std::move(rates));
    return end;
}

} // namespace

void begin_run(Database& db, RunId run, const RunStart& start, const MachineFacts& machine,
               const std::string& data_fingerprint, const std::string& cast_map,
               const std::string& artifacts) {
    Transaction transaction(db);
    must_exist(db, run);
    // No step may be there twice, also where rewind() was forgotten or the run starts all over.
    cut(db, run, start.first_step);
    const std::int64_t now = utc_microseconds();
    db.run("UPDATE runs SET status = 'running', error = '', ended = 0, artifacts = ?2, precision = ?3, "
           "strategy = ?4, "
           "devices = ?5, global_batch = ?6, started = CASE WHEN started = 0 OR ?7 = 0 THEN ?8 ELSE started "
           "END, "
           "startup_s = NULL, time_to_target_s = NULL WHERE id = ?1",
           run, artifacts, start.precision, start.strategy, write_list(start.devices), start.global_batch,
           start.first_step, now);
    own(db, run);
    db.run(
        "UPDATE run_details SET machine = ?2, data_fingerprint = ?3, cast_map = ?4, start = ?5, finish = '' "
        "WHERE run = ?1",
        run, write_facts(machine), data_fingerprint, cast_map, write_start(start));
    if (start.first_step == 0)
        db.run("DELETE FROM warnings WHERE run = ?1", run);
    transaction.commit();
}

void append_to_run(Database& db, RunId run, const std::vector<StepPoint>& steps,
                   const std::vector<EpochPoint>& epochs, const std::vector<RunWarning>& warnings) {
    Transaction transaction(db);
    must_exist(db, run);
    add_steps(db, run, steps);
    add_epochs(db, run, epochs);
    for (const RunWarning& warning : warnings)
        db.run("INSERT INTO warnings (run, code, text) VALUES (?1, ?2, ?3)", run, warning.code, warning.text);
    if (!epochs.empty())
        refresh_row(db, run);
    else if (!steps.empty())
        db.run("UPDATE runs SET steps = max(steps, ?2), wall_s = max(ifnull(wall_s, 0), ifnull(?3, 0)) WHERE "
               "id = ?1",
               run, steps.back().step, steps.back().wall_s);
    heartbeat(db, run);
    transaction.commit();
}

void heartbeat(Database& db, RunId run) {
    db.run("UPDATE runs SET heartbeat = ?2 WHERE id = ?1", run, utc_microseconds());
}

void set_status(Database& db, RunId run, RunStatus status) {
    Transaction transaction(db);
    must_exist(db, run);
    if (status == RunStatus::queued)
        must_be_free(db, run);
    db.run("UPDATE runs SET status = ?2, ended = ?3 WHERE id = ?1", run, word_of(status),
           is_ended(status) ? utc_microseconds() : 0);
    if (is_ended(status))
        pack(db, run);
    else
        own(db, run);
    transaction.commit();
}

void end_run(Database& db, RunId run, const RunEnd& end) {
    Transaction transaction(db);
    must_exist(db, run);
    db.run("UPDATE runs SET status = ?2, ended = ?3, samples_per_second = ?4, val_accuracy = ?5, val_loss = "
           "?6, best = ?7, "
           "time_to_target_s = ?8, wall_s = ?9, startup_s = ?10, steps = ?11, error = ?12, heartbeat = ?3 "
           "WHERE id = ?1",
           run, word_of(end.status), utc_microseconds(), end.samples_per_second, end.val_accuracy,
           end.val_loss, end.best, end.time_to_target_s, end.wall_s, end.startup_s, end.steps, end.error);
    db.run("UPDATE run_details SET finish = ?2 WHERE run = ?1", run, write_end(end));
    pack(db, run);
    transaction.commit();
}

void rewind_run(Database& db, RunId run, std::int64_t step) {
    Transaction transaction(db);
    must_exist(db, run);
    must_be_free(db, run);
    cut(db, run, step);
    transaction.commit();
}

std::vector<RunId> mark_dead_runs(Database& db) {
    struct Candidate {
        RunId run;
        RunStatus status;
        Owner owner;
        double age_s;
    };
    const auto dead_ones = [&db] {
        std::vector<Candidate> dead;
        Statement rows =
            db.select("SELECT id, status, owner_pid, owner_start, owner_place, heartbeat FROM runs "
                      "WHERE status IN ('queued', 'running', 'paused') ORDER BY id");
        while (rows.step()) {
            Candidate c{rows.integer(0),
                        run_status(rows.text(1)),
                        {rows.integer(2), rows.integer(3), rows.text(4)},
                        0};
            c.age_s = static_cast<double>(utc_microseconds() - rows.integer(5)) / 1e6;
            if (!is_alive(c.owner, c.status, c.age_s))
                dead.push_back(c);
        }
        return dead;
    };
    // Nearly always there is none, and then no write lock is asked for.
    if (dead_ones().empty())
        return {};
    Transaction transaction(db);
    std::vector<RunId> marked;
    for (const Candidate& c : dead_ones()) {
        refresh_row(db, c.run);
        RunEnd end = end_from_points(db, c.run);
        end.error = c.status == RunStatus::queued ? "Laptime ended before this run started."
                                                  : "Laptime ended unexpectedly while this run was " +
                                                        std::string(word_of(c.status)) + ".";
        end_run(db, c.run, end);
        marked.push_back(c.run);
    }
    transaction.commit();
    return marked;
}

} // namespace laptime::history
