// SPDX-License-Identifier: Apache-2.0
// `laptime train`: runs an experiment, or goes on with an interrupted run, live and into the history.
#include <mutex>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/event_printers.h"
#include "app/cli/interrupts.h"
#include "app/cli/output.h"
#include "engine/compare/settings.h"
#include "engine/core/clock.h"
#include "engine/experiment/read_experiment.h"
#include "engine/schedule/recorded_run.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string file, name, resume;
    std::vector<std::string> settings;
    bool json = false;
};

/// One run to do: a new one, or one that is in the history already.
struct Task {
    Experiment experiment;
    std::optional<RunId> resumed;
};

/// With --resume, FILE and --set may only say what the run is already: the history keeps one experiment a
/// run.
Experiment resumed_experiment(const Options& options, const RunDetails& run) {
    const std::string title = "run " + std::to_string(run.row.id) + " (" + run.row.name + ")";
    if (run.row.status == RunStatus::finished)
        throw InvalidInput(title + " is finished; there is nothing to go on with");
    if (!is_ended(run.row.status))
        throw InvalidInput(title + " is " + word_of(run.row.status) +
                           " in another process; stop it there first");
    if (!run.row.resumable)
        throw InvalidInput(title + " cannot go on: it " +
                           std::string(run.row.status == RunStatus::diverged ? "diverged" : "failed") +
                           "; train it again");
    if (!run.experiment_problem.empty())
        throw InvalidInput(title + " cannot go on: " + run.experiment_problem);
    if (!options.name.empty())
        throw InvalidInput("--name cannot be given with --resume: " + title + " has its name");
    if (options.file.empty() && options.settings.empty())
        return run.experiment;
    const auto overrides = overrides_of(options.settings);
    Experiment wanted = options.file.empty() ? parse_experiment(run.experiment_text, overrides)
                                             : read_experiment(options.file, overrides);
    auto kept = settings_of(run.experiment), asked = settings_of(wanted);
    if (wanted.train.repeats > 1) // the file of a repeat names the first one's seed
        asked["train.seed"] = kept["train.seed"];
    for (const auto& [key, value] : asked)
        if (kept[key] != value)
            throw InvalidInput(
                title + " was started with " + key + " = " + (kept[key].empty() ? "nothing" : kept[key]) +
                ", not " + (value.empty() ? "nothing" : value) +
                ". A run goes on as it was started; leave FILE and --set out, or train a new run");
    return run.experiment;
}

std::vector<Task> tasks_of(const Options& options, History* history) {
    if (!options.resume.empty()) {
        const RunId id = history->find_run(options.resume);
        return {{resumed_experiment(options, history->run(id)), id}};
    }
    if (options.file.empty())
        throw InvalidInput("train needs an experiment FILE, or --resume RUN");
    Experiment experiment = read_experiment(options.file, overrides_of(options.settings));
    if (!options.name.empty())
        experiment.name = options.name;
    std::vector<Task> tasks;
    for (int i = 0; i < experiment.train.repeats; ++i) {
        Experiment repeat = experiment;
        repeat.train.repeats = 1;
        repeat.train.seed += static_cast<std::uint64_t>(i);
        tasks.push_back({repeat, std::nullopt});
    }
    return tasks;
}

int status_of(RunStatus status) {
    return status == RunStatus::interrupted                               ? interrupted
           : status == RunStatus::diverged || status == RunStatus::failed ? run_failed
                                                                          : done;
}

class Session {
public:
    Session(const Options& options, const Globals& globals)
        : options_(options),
          interrupts_([] { note("stopping after this execution; once more to stop at once"); },
                      [this] {
                          const std::lock_guard lock(writer_mutex_);
                          if (HistoryWriter* writer = writer_)
                              writer->flush();
                      }),
          path_(globals.history_path()) {
        // What is wrong with the experiment is told before a history is made.
        if (options.resume.empty())
            tasks_ = tasks_of(options, nullptr);
        history_ = globals.open_history();
        if (!options.resume.empty())
            tasks_ = tasks_of(options, history_.get());
    }

    int run() {
        HistoryWriter writer(path_);
        writer.on_trouble([](const std::string& trouble) {
            note(trouble.empty() ? "the history can be written again"
                                 : "the history cannot be written: " + trouble);
        });
        set_writer(&writer);
        int worst = done;
        RunId group = 0;
        for (std::size_t i = 0; i < tasks_.size() && !interrupts_.requested(); ++i) {
            const int status = run(tasks_[i], writer, group, i == 0);
            worst = std::max(worst, status);
        }
        set_writer(nullptr);
        return worst;
    }

private:
    void set_writer(HistoryWriter* writer) {
        const std::lock_guard lock(writer_mutex_);
        writer_ = writer;
    }

    int run(const Task& task, HistoryWriter& writer, RunId& group, bool first) {
        RunControl control;
        interrupts_.watch(&control);
        Trainer trainer({.experiment = task.experiment,
                         .artifacts = task.resumed ? artifacts_folder(path_, *task.resumed) : "",
                         .resume = task.resumed.has_value(),
                         .requested_at = first ? process_start_seconds() : monotonic_seconds()});
        trainer.prepare(); // everything that can be wrong with the request: nothing is in the history yet
        const RunId id =
            task.resumed ? *task.resumed : history_->add_run(task.experiment, machine_facts(), group);
        if (group == 0)
            group = id;
        const auto printer =
            options_.json ? json_printer(id) : text_printer(id, task.experiment, trainer.plan().monitor);
        RunFeed feed(*printer, [this] { interrupts_.request(); });
        const RunEnd end = run_recorded(trainer, *history_, writer, id, feed, control);
        interrupts_.watch(nullptr);
        feed.finish();
        writer.flush();
        if (end.status == RunStatus::interrupted && history_->run(id).row.resumable)
            note("run " + std::to_string(id) + " is interrupted; laptime train --resume " +
                 std::to_string(id) + " goes on");
        else if (!end.error.empty())
            complain("run " + std::to_string(id) + " " + word_of(end.status) + ": " + end.error);
        return status_of(end.status);
    }

    const Options& options_;
    std::mutex writer_mutex_;
    HistoryWriter* writer_ = nullptr; ///< for the second signal, whose thread must not find it half gone
    Interrupts interrupts_;
    std::string path_;
    std::vector<Task> tasks_;
    std::unique_ptr<History> history_;
};

} // namespace

void add_train(CLI::App& app, Globals& globals) {
    CLI::App* command =
        app.add_subcommand("train", "Trains an experiment, live, and keeps it in the history");
    const auto options = std::make_shared<Options>();
    command->add_option("file", options->file, "The experiment (TOML); may be left out with --resume")
        ->type_name("FILE");
    add_settings_option(*command, options->settings);
    command->add_option("--name", options->name, "Call the run this")->type_name("NAME");
    command->add_option("--resume", options->resume, "Go on with an interrupted or stopped run")
        ->type_name("RUN");
    command->add_flag("--json", options->json, "One JSON object an event: start, step, epoch, warning, end");
    command->footer(
        "Examples:\n  laptime train first.toml --name bf16 --set speed.precision=mixed_bfloat16\n"
        "  laptime train first.toml --set train.repeats=3 --json\n  laptime train --resume bf16\n\n"
        "Ctrl-C ends the run so that it can be resumed (exit status 130); a second Ctrl-C ends it at once.");
    command->callback([&globals, options] {
        globals.action = [&globals, options] { return Session(*options, globals).run(); };
    });
}

} // namespace laptime::cli
