// SPDX-License-Identifier: Apache-2.0
// The rows of runs: adding, listing, finding and changing them (see runs.h). Their life is in run_life.cpp.
#include "engine/history/runs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "engine/core/clock.h"
#include "engine/experiment/read_experiment.h"
#include "engine/history/curves.h"
#include "engine/history/owner.h"
#include "engine/history/run_texts.h"

namespace laptime::history {

namespace {

using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

constexpr int colors = 8;

// In the order of row_from().
constexpr const char* row_columns = "id, name, status, model, dataset, optimizer, precision, strategy, "
                                    "devices, global_batch, samples_per_second, "
                                    "val_accuracy, val_loss, best, time_to_target_s, wall_s, startup_s, "
                                    "created, started, steps, seed, run_group, color, "
                                    "tags, note, error, artifacts";

RunRow row_from(const Statement& s) {
    RunRow row;
    int column = 0;
    const auto text = [&] { return s.text(column++); };
    const auto integer = [&] { return s.integer(column++); };
    const auto real = [&] { return s.real(column++); };
    row.id = integer();
    row.name = text();
    row.status = run_status(text());
    row.model = text();
    row.dataset = text();
    row.optimizer = text();
    row.precision = text();
    row.strategy = text();
    row.devices = read_list(text());
    row.global_batch = integer();
    row.samples_per_second = real();
    row.val_accuracy = real();
    row.val_loss = real();
    row.best = real();
    row.time_to_target_s = real();
    row.wall_s = real();
    row.startup_s = real();
    row.created = integer();
    row.started = integer();
    row.steps = integer();
    row.seed = static_cast<std::uint64_t>(integer());
    row.group = integer();
    row.color = static_cast<int>(integer());
    row.tags = read_list(text());
    row.note = text();
    row.error = text();
    row.artifacts = text();
    // Without a checkpoint a run goes on from its first step: the same seed gives the same run.
    row.resumable = row.status == RunStatus::interrupted || row.status == RunStatus::stopped;
    return row;
}

void must_have_changed(Database& db, RunId run) {
    if (db.changed_rows() == 0)
        throw HistoryError("There is no run " + std::to_string(run) +
                           " in the history. It may have been deleted.");
}

std::string ids_text(const std::vector<std::pair<RunId, std::string>>& found) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(found.size(), most); ++i)
        text += (i ? ", " : "") + std::to_string(found[i].first) + " (" + found[i].second + ")";
    return found.size() > most ? text + " and " + std::to_string(found.size() - most) + " more" : text;
}

std::vector<std::pair<RunId, std::string>> named(Database& db, const std::string& where,
                                                 const std::string& text) {
    std::vector<std::pair<RunId, std::string>> found;
    Statement rows = db.select("SELECT id, name FROM runs WHERE " + where + " ORDER BY id", text);
    while (rows.step())
        found.emplace_back(rows.integer(0), rows.text(1));
    return found;
}

/// An experiment as far as the row's columns tell it, where its text cannot be read.
Experiment experiment_from(const RunRow& row) {
    Experiment e;
    e.name = row.name;
    e.model.library = row.model;
    e.data.dataset = row.dataset;
    for (const Precision p :
         {Precision::float64, Precision::float32, Precision::mixed_float16, Precision::mixed_bfloat16})
        if (row.precision == word_of(p))
            e.speed.precision = p;
    for (const Strategy s :
         {Strategy::single, Strategy::mirrored, Strategy::pipeline, Strategy::multi_host, Strategy::tpu})
        if (row.strategy == word_of(s))
            e.speed.strategy = s;
    for (const OptimizerKind o : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::nesterov,
                                  OptimizerKind::rmsprop, OptimizerKind::adam, OptimizerKind::adamw})
        if (row.optimizer == word_of(o))
            e.train.optimizer = o;
    e.speed.devices = row.devices;
    e.speed.global_batch = row.global_batch;
    e.train.seed = row.seed;
    return e;
}

} // namespace

RunId add_run(Database& db, const Experiment& e, const MachineFacts& machine, RunId group) {
    Transaction transaction(db);
    const std::string model = e.model.library.empty() ? e.model.file : e.model.library;
    const Owner& owner = this_process();
    const std::int64_t now = utc_microseconds();
    db.run("INSERT INTO runs (name, status, model, dataset, optimizer, precision, strategy, devices, "
           "global_batch, created, "
           "seed, owner_pid, owner_start, owner_place, heartbeat) "
           "VALUES (?1, 'queued', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?9)",
           e.name.empty() ? model : e.name, model, e.data.dataset, word_of(e.train.optimizer),
           word_of(e.speed.precision), word_of(e.speed.strategy), write_list(e.speed.devices),
           e.speed.global_batch, now, static_cast<std::int64_t>(e.train.seed), owner.pid, owner.start,
           owner.place);
    const RunId run = db.last_insert_id();
    // Ids are never given twice, so the colours go round with them.
    db.run("UPDATE runs SET run_group = ?2, color = ?3 WHERE id = ?1", run, group == 0 ? run : group,
           (run - 1) % colors);
    db.run("INSERT INTO run_details (run, experiment, machine) VALUES (?1, ?2, ?3)", run, write_experiment(e),
           write_facts(machine));
    transaction.commit();
    return run;
}

std::vector<RunRow> list_runs(Database& db) {
    std::vector<RunRow> runs;
    Statement rows = db.select(std::string("SELECT ") + row_columns + " FROM runs ORDER BY id DESC");
    while (rows.step())
        runs.push_back(row_from(rows));
    return runs;
}

RunRow row_of(Database& db, RunId run) {
    Statement row = db.select(std::string("SELECT ") + row_columns + " FROM runs WHERE id = ?1", run);
    if (!row.step())
        throw HistoryError("There is no run " + std::to_string(run) +
                           " in the history; `laptime runs list` shows all.");
    return row_from(row);
}

RunDetails details_of(Database& db, RunId run) {
    const sqlite::Snapshot snapshot(db);
    RunDetails details;
    details.row = row_of(db, run);
    Statement texts =
        db.select("SELECT experiment, machine, data_fingerprint, cast_map, start, finish FROM run_details "
                  "WHERE run = ?1",
                  run);
    if (texts.step()) {
        details.experiment_text = texts.text(0);
        details.machine = read_facts(texts.text(1));
        details.data_fingerprint = texts.text(2);
        details.cast_map = texts.text(3);
        if (const std::string start = texts.text(4); !start.empty())
            details.start = read_start(start);
        if (const std::string finish = texts.text(5); !finish.empty())
            details.end = read_end(finish);
    }
    try {
        details.experiment = parse_experiment(details.experiment_text);
    } catch (const InvalidInput& error) {
        // Written by another version, say: the run stays readable without it.
        details.experiment_problem = error.what();
        details.experiment = experiment_from(details.row);
    }
    details.epochs = epochs_of(db, run);
    Statement warnings = db.select("SELECT code, text FROM warnings WHERE run = ?1 ORDER BY id", run);
    while (warnings.step())
        details.warnings.push_back({warnings.text(0), warnings.text(1)});
    return details;
}

RunId find_run(Database& db, const std::string& text) {
    if (text.empty())
        throw InvalidInput(
            "A run is named by its id or the beginning of its name; `laptime runs list` shows both.");
    RunId id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error == std::errc() && end == text.data() + text.size() &&
        db.integer("SELECT count(*) FROM runs WHERE id = ?1", id) == 1)
        return id;
    const auto exact = named(db, "name = ?1", text);
    if (exact.size() == 1)
        return exact.front().first;
    if (exact.size() > 1)
        throw InvalidInput("\"" + text + "\" names " + std::to_string(exact.size()) +
                           " runs: " + ids_text(exact) + ". Give the id of one.");
    const auto prefixed = named(db, "substr(name, 1, length(?1)) = ?1", text);
    if (prefixed.size() == 1)
        return prefixed.front().first;
    if (prefixed.empty())
        throw InvalidInput("There is no run \"" + text + "\" in the history; `laptime runs list` shows all.");
    throw InvalidInput("\"" + text + "\" is the beginning of " + std::to_string(prefixed.size()) +
                       " names: " + ids_text(prefixed) + ". Give more of the name, or an id.");
}

void rename_run(Database& db, RunId run, const std::string& name) {
    if (name.empty())
        throw InvalidInput("A run's name cannot be empty.");
    Transaction transaction(db);
    db.run("UPDATE runs SET name = ?2 WHERE id = ?1", run, name);
    must_have_changed(db, run);
    transaction.commit();
}

void set_note(Database& db, RunId run, const std::string& note) {
    Transaction transaction(db);
    db.run("UPDATE runs SET note = ?2 WHERE id = ?1", run, note);
    must_have_changed(db, run);
    transaction.commit();
}

void set_tags(Database& db, RunId run, const std::vector<std::string>& tags) {
    std::vector<std::string> once;
    for (const std::string& tag : tags)
        if (!tag.empty() && std::find(once.begin(), once.end(), tag) == once.end())
            once.push_back(tag);
    Transaction transaction(db);
    db.run("UPDATE runs SET tags = ?2 WHERE id = ?1", run, write_list(once));
    must_have_changed(db, run);
    transaction.commit();
}

std::vector<std::pair<RunId, std::string>> delete_runs(Database& db, const std::vector<RunId>& runs) {
    mark_dead_runs(db);
    Transaction transaction(db);
    std::vector<std::pair<RunId, std::string>> folders;
    for (const RunId run : runs) {
        const RunRow row = row_of(db, run);
        if (!is_ended(row.status))
            throw InvalidInput("Run " + std::to_string(run) + " (" + row.name + ") is " +
                               word_of(row.status) + ": stop it before deleting it.");
        if (!row.artifacts.empty())
            folders.emplace_back(run, row.artifacts);
        db.run("DELETE FROM runs WHERE id = ?1", run);
    }
    transaction.commit();
    return folders;
}

} // namespace laptime::history
