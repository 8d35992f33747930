// SPDX-License-Identifier: Apache-2.0
// `laptime export`: every point of a run as a file.
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/report/report.h"

namespace laptime::cli {

void add_export(CLI::App& app, Globals& globals) {
    struct Options {
        std::string run, out;
    };
    CLI::App* command = app.add_subcommand("export", "Writes every point of a run as .csv or .jsonl");
    const auto options = std::make_shared<Options>();
    command->add_option("run", options->run, "The run")->required()->type_name("RUN");
    command->add_option("--out", options->out, "The file; its ending says the format")
        ->required()
        ->type_name("FILE");
    command->footer("Example:\n  laptime export bf16 --out bf16.csv");
    command->callback([&globals, options] {
        globals.action = [&globals, options] {
            const auto history = globals.open_history();
            export_run(*history, history->find_run(options->run), options->out);
            print("wrote " + options->out + "\n");
            return done;
        };
    });
}

} // namespace laptime::cli
