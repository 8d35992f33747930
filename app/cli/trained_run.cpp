// SPDX-License-Identifier: Apache-2.0
#include "app/cli/trained_run.h"

#include <filesystem>

#include "engine/schedule/recorded_run.h"

namespace laptime::cli {

std::string TrainedRun::title() const {
    return "run " + std::to_string(id) + " (" + name + "), " + checkpoint + " checkpoint, after " +
           std::to_string(model.progress().step) + " steps";
}

TrainedRun open_trained_run(const Globals& globals, const std::string& run, bool last) {
    const std::unique_ptr<History> history = globals.open_history();
    const RunId id = history->find_run(run);
    const RunDetails details = history->run(id);
    const std::string title = "run " + std::to_string(id) + " (" + details.row.name + ")";
    std::string path;
    try {
        path = usable_checkpoint(artifacts_folder(history->path(), id), last);
    } catch (const DataError&) {
        throw DataError(
            title + " has no checkpoint" +
            (is_ended(details.row.status)
                 ? ": it ended before the first one was written; train it again"
                 : " yet: it is " + std::string(word_of(details.row.status)) + "; wait for its first one"));
    }
    const bool is_best = std::filesystem::path(path).filename() == best_checkpoint_name;
    return {id, details.row.name, is_best ? "best" : "last", TrainedModel(path)};
}

std::string class_name(const Preprocessing& learned, std::int64_t number) {
    const auto at = static_cast<std::size_t>(number);
    return at < learned.class_names.size() ? learned.class_names[at] : std::to_string(number);
}

void add_trained_run_options(CLI::App& command, std::string& run, bool& last) {
    command.add_option("run", run, "The run whose model is used")->required()->type_name("RUN");
    command.add_flag("--last", last, "Its last checkpoint, not its best");
}

} // namespace laptime::cli
