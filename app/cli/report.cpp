// SPDX-License-Identifier: Apache-2.0
// `laptime report`: a comparison as a file to keep or to send.
#include "engine/report/report.h"
#include "app/cli/command.h"
#include "app/cli/output.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string baseline, out;
    std::vector<std::string> runs;
};

int run(const Globals& globals, const Options& options) {
    const auto history = globals.open_history();
    std::vector<std::vector<RunId>> arms;
    const std::vector<RunId> baseline = find_runs(*history, options.baseline);
    for (const std::string& run : options.runs)
        arms.push_back(find_runs(*history, run));
    write_report(make_report(*history, baseline, arms), options.out);
    print("wrote " + options.out + "\n");
    return done;
}

} // namespace

void add_report(CLI::App& app, Globals& globals) {
    CLI::App* command = app.add_subcommand("report", "Writes a comparison as .html, .md, .csv or .json");
    const auto options = std::make_shared<Options>();
    command->add_option("baseline", options->baseline, "The run, or the repeats a,b,c, to compare with")
        ->required()
        ->type_name("BASELINE");
    command->add_option("runs", options->runs, "The runs to compare; repeats of one experiment as a,b,c")
        ->required()
        ->type_name("RUN");
    command->add_option("--out", options->out, "The file; its ending says the format")
        ->required()
        ->type_name("FILE");
    command->footer("Example:\n  laptime report 1,2,3 4,5,6 --out report.html");
    command->callback(
        [&globals, options] { globals.action = [&globals, options] { return run(globals, *options); }; });
}

} // namespace laptime::cli
