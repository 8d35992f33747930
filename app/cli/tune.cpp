// SPDX-License-Identifier: Apache-2.0
// `laptime tune`: planned; says so and what to do meanwhile.
#include "app/cli/command.h"
#include "engine/core/error.h"

namespace laptime::cli {

void add_tune(CLI::App& app, Globals& globals) {
    CLI::App* command =
        app.add_subcommand("tune", "Finds the fastest setting that keeps quality (not in this version)");
    // Its arguments are understood already, so that the answer is about tune and not about them.
    struct Options {
        std::string file;
        double minutes = 0;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    command->add_option("file", options->file, "The experiment")->type_name("FILE");
    command->add_option("--minutes", options->minutes, "How long to search")->type_name("M");
    command->add_flag("--json", options->json, "One JSON object a line");
    command->callback([&globals, options] {
        globals.action = [options]() -> int {
            throw InvalidInput(
                "tune is not in this version. Train the settings you have in mind with --set and let "
                "laptime compare BASELINE RUN… rank them");
        };
    });
}

} // namespace laptime::cli
