// SPDX-License-Identifier: Apache-2.0
// `laptime runs`: list, show, delete and tag what is in the history.
#include <algorithm>
#include <cmath>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/compare/compare.h"
#include "engine/compare/numbers.h"
#include "engine/core/clock.h"
#include "engine/experiment/read_experiment.h"
#include "engine/history/run_filter.h"

namespace laptime::cli {

namespace {

std::string joined(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& item : list)
        text += (text.empty() ? "" : ", ") + item;
    return text;
}

/// An empty cell where nothing was measured.
std::string measured(double value, int decimals) {
    return std::isnan(value) ? "" : digits(value, decimals);
}

Json json_of(const RunRow& row) {
    return {{"id", row.id},
            {"name", row.name},
            {"status", word_of(row.status)},
            {"precision", row.precision},
            {"strategy", row.strategy},
            {"devices", row.devices},
            {"global_batch", row.global_batch},
            {"samples_per_second", json_number_of(row.samples_per_second)},
            {"val_accuracy", json_number_of(row.val_accuracy)},
            {"val_loss", json_number_of(row.val_loss)},
            {"started", row.started ? Json(utc_text(row.started)) : Json(nullptr)},
            {"wall_s", json_number_of(row.wall_s)},
            {"tags", row.tags}};
}

int list(const Globals& globals, const std::string& expression, bool json) {
    const RunFilter filter(expression);
    const auto history = globals.open_history();
    TextTable table({">id", "name", "state", "precision", "devices", ">batch", ">samples/s", ">val_accuracy",
                     ">val_loss", ">wall time", "started", "tags"});
    std::size_t shown = 0;
    for (const RunRow& row : history->runs()) {
        if (!filter.matches(row))
            continue;
        ++shown;
        if (json) {
            if (!print_json(json_of(row)))
                break;
            continue;
        }
        table.add({std::to_string(row.id), row.name, word_of(row.status), row.precision, joined(row.devices),
                   std::to_string(row.global_batch),
                   std::isnan(row.samples_per_second) ? "" : with_prefix(row.samples_per_second, ""),
                   measured(row.val_accuracy, 4), measured(row.val_loss, 4), duration_text(row.wall_s),
                   local_time(row.started), joined(row.tags)},
                  tone_of(row.status), 2);
    }
    if (json)
        return done;
    if (shown == 0)
        print(filter.empty() ? "No runs yet. laptime train FILE makes the first one.\n"
                             : "No run matches the filter.\n");
    else
        print(table.text());
    return done;
}

Json details_json(const RunDetails& run) {
    Json json = json_of(run.row);
    json["model"] = run.row.model;
    json["dataset"] = run.row.dataset;
    json["optimizer"] = run.row.optimizer;
    json["seed"] = run.row.seed;
    json["group"] = run.row.group;
    json["steps"] = run.row.steps;
    json["startup_s"] = json_number_of(run.row.startup_s);
    json["best"] = json_number_of(run.row.best);
    json["time_to_target_s"] = json_number_of(run.row.time_to_target_s);
    json["note"] = run.row.note;
    json["error"] = run.row.error.empty() ? Json(nullptr) : Json(run.row.error);
    json["resumable"] = run.row.resumable;
    json["artifacts"] = run.row.artifacts;
    json["machine"] = run.machine;
    json["data_fingerprint"] = run.data_fingerprint;
    json["experiment"] = run.experiment_text;
    json["casts"] = run.cast_map;
    Json epochs = Json::array(), warnings = Json::array();
    for (const EpochPoint& epoch : run.epochs) {
        Json one = {{"epoch", epoch.epoch},
                    {"loss", json_number_of(epoch.loss)},
                    {"accuracy", json_number_of(epoch.accuracy)},
                    {"val_loss", json_number_of(epoch.val_loss)},
                    {"val_accuracy", json_number_of(epoch.val_accuracy)}};
        for (const MetricValue& metric : epoch.metrics)
            one[word_of(metric.metric)] = json_number_of(metric.value);
        one["wall_s"] = json_number_of(epoch.wall_s);
        epochs.push_back(std::move(one));
    }
    for (const RunWarning& warning : run.warnings)
        warnings.push_back({{"code", warning.code}, {"text", warning.text}});
    json["epochs"] = epochs;
    json["warnings"] = warnings;
    if (run.end) {
        const TimeAccount& time = run.end->time;
        json["skipped_steps"] = run.end->skipped_steps;
        json["memory_bytes"] = run.end->memory_bytes;
        json["time"] = {{"startup", json_number_of(time.startup)},
                        {"data", json_number_of(time.data)},
                        {"compute", json_number_of(time.compute)},
                        {"collective", json_number_of(time.collective)},
                        {"host", json_number_of(time.host)},
                        {"evaluation", json_number_of(time.evaluation)},
                        {"checkpoint", json_number_of(time.checkpoint)},
                        {"paused", json_number_of(time.paused)}};
    }
    return json;
}

std::string line(const std::string& label, const std::string& text) {
    return text.empty() ? ""
                        : "  " + label + std::string(label.size() < 13 ? 13 - label.size() : 1, ' ') +
                              safe(text) + "\n";
}

/// "val_accuracy 0.9100, val_loss 0.2613, best val_accuracy 0.9120"
std::string result_text(const RunDetails& run) {
    const RunRow& row = run.row;
    std::string text;
    const auto add = [&text](const std::string& word, double value) {
        if (!std::isnan(value))
            text += (text.empty() ? "" : ", ") + word + " " + figure(value);
    };
    add("val_accuracy", row.val_accuracy);
    add("val_loss", row.val_loss);
    const std::vector<MetricValue> metrics =
        run.epochs.empty() ? std::vector<MetricValue>{} : run.epochs.back().metrics;
    for (const MetricValue& metric : metrics)
        add(word_of(metric.metric), metric.value);
    // What monitor_of() says, which only the data's kind tells: texts have a perplexity, numbers no accuracy.
    const bool is_text = std::ranges::count(metrics, Metric::val_perplexity, &MetricValue::metric) > 0;
    const Metric usual = is_text || std::isnan(row.val_accuracy) ? Metric::val_loss : Metric::val_accuracy;
    add(std::string("best ") + word_of(run.experiment.train.monitor.value_or(usual)), row.best);
    return text;
}

std::string epochs_text(const std::vector<EpochPoint>& epochs) {
    std::vector<std::string> columns{">epoch", ">loss", ">accuracy", ">val_loss", ">val_accuracy"};
    for (const MetricValue& metric : epochs.front().metrics)
        columns.push_back(std::string(">") + word_of(metric.metric));
    columns.insert(columns.end(), {">samples/s", ">at"});
    TextTable table(std::move(columns));
    for (const EpochPoint& e : epochs) {
        std::vector<std::string> cells{std::to_string(e.epoch), figure(e.loss), figure(e.accuracy),
                                       figure(e.val_loss), figure(e.val_accuracy)};
        for (const MetricValue& metric : epochs.front().metrics)
            cells.push_back(figure(value_of(e, metric.metric)));
        cells.push_back(with_prefix(e.samples_per_second, ""));
        cells.push_back(duration_text(e.wall_s));
        table.add(std::move(cells));
    }
    return table.text();
}

std::string details_text(const RunDetails& run) {
    const RunRow& row = run.row;
    std::string text = "run " + std::to_string(row.id) + "  " + toned(safe(row.name), Tone::strong) + "  " +
                       toned(word_of(row.status), tone_of(row.status)) + "\n";
    text += line("error", row.error);
    text += line("what", row.model + " on " + row.dataset + ", " + row.optimizer + ", seed " +
                             std::to_string(row.seed));
    text += line("how", row.precision + " on " + joined(row.devices) + ", batch " +
                            std::to_string(row.global_batch));
    text += line("started", local_time(row.started));
    text += line("result", result_text(run));
    text += line("speed", with_prefix(row.samples_per_second, "samples/s") + ", " +
                              std::to_string(row.steps) + " steps in " + duration_text(row.wall_s) +
                              ", start-up " + duration_text(row.startup_s));
    if (std::isfinite(row.time_to_target_s))
        text += line("to target", duration_text(row.time_to_target_s));
    if (run.end) {
        const TimeAccount& time = run.end->time;
        text += line("time", "data " + duration_text(time.data) + ", compute " + duration_text(time.compute) +
                                 ", host " + duration_text(time.host) + ", evaluation " +
                                 duration_text(time.evaluation) + ", checkpoints " +
                                 duration_text(time.checkpoint));
        if (run.start)
            text += line("memory", bytes_text(static_cast<double>(run.end->memory_bytes)) + " taken, " +
                                       bytes_text(static_cast<double>(run.start->predicted_memory_bytes)) +
                                       " predicted");
        if (run.end->skipped_steps > 0)
            text += line("skipped", std::to_string(run.end->skipped_steps) + " steps, by the loss scale");
    }
    text += line("tags", joined(row.tags));
    text += line("note", row.note);
    std::string machine;
    for (const auto& [name, value] : run.machine)
        machine += (machine.empty() ? "" : ", ") + name + " " + value;
    text += line("machine", machine);
    for (const RunWarning& warning : run.warnings)
        text += line("warning", warning.text);
    if (row.resumable)
        text += line("resumable", "laptime train --resume " + std::to_string(row.id));
    if (!run.epochs.empty())
        text += "\n" + epochs_text(run.epochs);
    return text + "\n" + run.experiment_text;
}

int show(const Globals& globals, const std::string& text, bool json) {
    const auto history = globals.open_history();
    const RunDetails run = history->run(history->find_run(text));
    json ? print_json(details_json(run)) : print(details_text(run));
    return done;
}

int remove(const Globals& globals, const std::vector<std::string>& texts) {
    const auto history = globals.open_history();
    std::vector<RunId> ids;
    for (const std::string& text : texts) // all are found before any is deleted
        for (const RunId id : find_runs(*history, text))
            if (std::find(ids.begin(), ids.end(), id) == ids.end())
                ids.push_back(id);
    history->remove(ids);
    for (const RunId id : ids)
        print("deleted run " + std::to_string(id) + "\n");
    return done;
}

int tag(const Globals& globals, const std::string& text, const std::vector<std::string>& tags, bool untag) {
    const auto history = globals.open_history();
    const RunId id = history->find_run(text);
    std::vector<std::string> all = history->run(id).row.tags;
    for (const std::string& one : tags) {
        const auto place = std::find(all.begin(), all.end(), one);
        if (untag && place == all.end())
            throw InvalidInput("run " + std::to_string(id) + " has no tag \"" + one + "\"; it has " +
                               (all.empty() ? "none" : joined(all)));
        if (untag)
            all.erase(place);
        else if (place == all.end())
            all.push_back(one);
    }
    history->set_tags(id, all);
    print("run " + std::to_string(id) + ": " + (all.empty() ? "no tags" : joined(all)) + "\n");
    return done;
}

constexpr const char* filter_help = R"(The filter's terms are separated by blanks and must all hold:
  word  "two words"        somewhere in the name, model, data set, tags or note
  key:value                name, note, model, dataset, optimizer, precision, strategy, device, status, tag, error
  key>number               also < >= <= = with id, seed, batch, steps, samples_per_second, val_accuracy, val_loss, best,
                           wall_s, startup_s, time_to_target_s
  -term                    not that

Examples:
  laptime runs list --filter 'tag:paper -status:failed val_accuracy>0.9'
  laptime runs list --filter=-status:finished --json)";

} // namespace

void add_runs(CLI::App& app, Globals& globals) {
    CLI::App* runs = app.add_subcommand("runs", "The history of runs: list, show, delete, tag");
    runs->require_subcommand(1);

    struct List {
        std::string filter;
        bool json = false;
    };
    const auto listed = std::make_shared<List>();
    CLI::App* command = runs->add_subcommand("list", "Every run, the newest first");
    command->add_option("--filter", listed->filter, "Only those that match")->type_name("EXPR");
    command->add_flag("--json", listed->json, "One JSON object a run");
    command->footer(filter_help);
    command->callback([&globals, listed] {
        globals.action = [&globals, listed] { return list(globals, listed->filter, listed->json); };
    });

    struct Show {
        std::string run;
        bool json = false;
    };
    const auto shown = std::make_shared<Show>();
    command = runs->add_subcommand("show", "All about one run");
    command->add_option("run", shown->run, "The run")->required()->type_name("RUN");
    command->add_flag("--json", shown->json, "One JSON object");
    command->callback([&globals, shown] {
        globals.action = [&globals, shown] { return show(globals, shown->run, shown->json); };
    });

    const auto deleted = std::make_shared<std::vector<std::string>>();
    command = runs->add_subcommand("delete", "Deletes runs with their curves and checkpoints, for good");
    command->add_option("runs", *deleted, "The runs")->required()->type_name("RUN");
    command->callback(
        [&globals, deleted] { globals.action = [&globals, deleted] { return remove(globals, *deleted); }; });

    struct Tag {
        std::string run;
        std::vector<std::string> tags;
        bool remove = false;
    };
    const auto tagged = std::make_shared<Tag>();
    command = runs->add_subcommand("tag", "Gives a run tags");
    command->add_option("run", tagged->run, "The run")->required()->type_name("RUN");
    command->add_option("tags", tagged->tags, "The tags")->required()->type_name("TAG");
    command->add_flag("--remove", tagged->remove, "Take the tags away instead");
    command->callback([&globals, tagged] {
        globals.action = [&globals, tagged] {
            return tag(globals, tagged->run, tagged->tags, tagged->remove);
        };
    });
}

} // namespace laptime::cli
