// SPDX-License-Identifier: Apache-2.0
// `laptime compare`: how much faster, with which certainty, and at which price in quality.
#include "engine/compare/compare.h"
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "engine/report/report.h"

namespace laptime::cli {

namespace {

struct Options {
    std::string baseline;
    std::vector<std::string> runs;
    bool json = false;
};

int run(const Globals& globals, const Options& options) {
    const auto history = globals.open_history();
    const Arm baseline = load_arm(*history, find_runs(*history, options.baseline));
    std::vector<Arm> arms;
    for (const std::string& run : options.runs)
        arms.push_back(load_arm(*history, find_runs(*history, run)));
    bool first = true;
    for (const Comparison& comparison : compare(baseline, arms)) {
        if (options.json)
            print(comparison_json(comparison) + "\n");
        else
            print((first ? "" : "\n") + comparison_text(comparison));
        first = false;
    }
    return done;
}

} // namespace

void add_compare(CLI::App& app, Globals& globals) {
    CLI::App* command =
        app.add_subcommand("compare", "How much faster runs are than a baseline, and whether quality paid");
    const auto options = std::make_shared<Options>();
    command->add_option("baseline", options->baseline, "The run, or the repeats a,b,c, to compare with")
        ->required()
        ->type_name("BASELINE");
    command->add_option("runs", options->runs, "The runs to compare; repeats of one experiment as a,b,c")
        ->required()
        ->type_name("RUN");
    command->add_flag("--json", options->json, "One JSON object a comparison");
    command->footer("Examples:\n  laptime compare f32 bf16\n  laptime compare 1,2,3 4,5,6 7,8,9 --json\n\n"
                    "With two or more runs a side the interval is Welch's at 95 % (Holm's correction over "
                    "several settings). One "
                    "run a side\ngives an interval within that run only, and no claim about the setting.");
    command->callback(
        [&globals, options] { globals.action = [&globals, options] { return run(globals, *options); }; });
}

} // namespace laptime::cli
