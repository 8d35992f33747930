// SPDX-License-Identifier: Apache-2.0
// `laptime`: everything the desktop does, in a terminal, on the same history. This file parses the arguments,
// runs the command and turns what it throws into an exit status.
#include <csignal>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/experiment/read_experiment.h"

namespace {

constexpr const char* footer = R"(Examples:
  laptime check first.toml                            what the run will need, before it starts
  laptime train first.toml --name f32                 trains it, live
  laptime train first.toml --name bf16 --set speed.precision=mixed_bfloat16
  laptime compare f32 bf16                            how much faster, and did quality pay for it?
  laptime report f32 bf16 --out report.html
  laptime evaluate bf16                               what it gets right, class by class
  laptime predict bf16 photo.jpg                      what is on a picture

RUN is an id or the beginning of a run's name; a,b,c are repeats of one experiment.
Exit status: 0 done; 1 the run failed or diverged; 2 the request was wrong; 130 interrupted, and resumable.
The history is --history FILE, else $LAPTIME_HISTORY, else $XDG_DATA_HOME/laptime/history.db.)";

/// CLI11 prints help itself; every real mistake is one block on stderr and status 2.
int parse_failure(const CLI::App& app, const CLI::ParseError& error, const std::string& first_word) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error);
        return laptime::cli::done;
    }
    const CLI::App* command = &app;
    std::string path = "laptime";
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        path += " " + command->get_name();
    }
    std::string message = error.what();
    if (command == &app && !first_word.empty()) {
        std::vector<std::string> names;
        for (const CLI::App* known : app.get_subcommands(nullptr))
            names.push_back(known->get_name());
        const std::string close = laptime::nearest(first_word, names);
        message = "there is no command \"" + first_word + "\"" +
                  (close.empty() ? "" : "; did you mean " + close + "?");
    }
    laptime::cli::complain(message + "\n" + path + " --help tells more");
    return laptime::cli::wrong_request;
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away must not kill a run; writing tells
    laptime::set_log_sink([](laptime::LogLevel level, std::string_view text) {
        if (level >= laptime::LogLevel::warning)
            laptime::cli::note(std::string(text));
    });

    CLI::App app{"Laptime trains neural networks, keeps every run, and says honestly how much faster one "
                 "setting is than "
                 "another.",
                 "laptime"};
    laptime::cli::Globals globals;
    app.set_version_flag("--version", std::string("laptime ") + LAPTIME_VERSION);
    app.add_option("--history", globals.history, "The history to use")->type_name("FILE");
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(footer);
    laptime::cli::add_train(app, globals);
    laptime::cli::add_check(app, globals);
    laptime::cli::add_devices(app, globals);
    laptime::cli::add_runs(app, globals);
    laptime::cli::add_compare(app, globals);
    laptime::cli::add_report(app, globals);
    laptime::cli::add_evaluate(app, globals);
    laptime::cli::add_predict(app, globals);
    laptime::cli::add_export(app, globals);
    laptime::cli::add_tune(app, globals);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failure(app, error, argc > 1 && argv[1][0] != '-' ? argv[1] : "");
    }
    try {
        return globals.action();
    } catch (const laptime::InvalidInput& error) {
        laptime::cli::complain(error.what());
        return laptime::cli::wrong_request;
    } catch (const std::exception& error) {
        laptime::cli::complain(error.what());
        return laptime::cli::run_failed;
    }
}
