// SPDX-License-Identifier: Apache-2.0
// What the commands share: the parser they register with, and the history they all use.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "engine/history/history.h"

namespace laptime::cli {

/// Exit statuses (DESIGN §5).
constexpr int done = 0, run_failed = 1, wrong_request = 2, interrupted = 130;

struct Globals {
    std::string history; ///< --history
    /// The command that the arguments ask for; gives the exit status. What it throws becomes one.
    std::function<int()> action;

    std::string history_path() const { return History::default_path(history); }
    /// Opens it and says on stderr what the user should know (recovered, migrated, runs found dead).
    std::unique_ptr<History> open_history() const;
};

// One file each.
void add_train(CLI::App& app, Globals& globals);
void add_check(CLI::App& app, Globals& globals);
void add_devices(CLI::App& app, Globals& globals);
void add_runs(CLI::App& app, Globals& globals);
void add_compare(CLI::App& app, Globals& globals);
void add_report(CLI::App& app, Globals& globals);
void add_evaluate(CLI::App& app, Globals& globals);
void add_predict(CLI::App& app, Globals& globals);
void add_export(CLI::App& app, Globals& globals);
void add_tune(CLI::App& app, Globals& globals);

/// --set section.key=value, as often as wanted.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);
/// Its values as pairs; throws InvalidInput for one without "=".
std::vector<std::pair<std::string, std::string>> overrides_of(const std::vector<std::string>& settings);

} // namespace laptime::cli
