// SPDX-License-Identifier: Apache-2.0
// `laptime tune`: planned; says so and what to do meanwhile.
#include "app/cli/command.h"
#include "engine/core/error.h"

namespace laptime::cli {

void add_tune(CLI::App& app, Globals& globals) {
    CLI::App* command =
        app.add_subcommand("tune", "Finds the fastest setting that keeps quality (not in this version)");
    command->allow_extras(); // whatever it is asked, the answer is the same
    command->callback([&globals] {
        globals.action = []() -> int {
            throw InvalidInput(
                "tune is not in this version. Train the settings you have in mind with --set and let "
                "laptime compare BASELINE RUN… rank them");
        };
    });
}

} // namespace laptime::cli
