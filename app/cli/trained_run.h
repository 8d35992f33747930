// SPDX-License-Identifier: Apache-2.0
// The trained model of a run in the history: what evaluate, predict and export begin with.
#pragma once

#include <string>

#include "app/cli/command.h"
#include "engine/train/trained_model.h"

namespace laptime::cli {

struct TrainedRun {
    RunId id = 0;
    std::string name;
    std::string checkpoint; ///< "best" or "last"
    TrainedModel model;

    /// "run 3 (bf16), best checkpoint, after 1876 steps"
    std::string title() const;
};

/// The run's best checkpoint, or its last where it is asked for or the only one. Throws InvalidInput for an
/// unknown run, DataError for one without a checkpoint that can be used.
TrainedRun open_trained_run(const Globals& globals, const std::string& run, bool last);

/// Its name, or its number where the classes have no names.
std::string class_name(const Preprocessing& learned, std::int64_t number);

/// RUN and --last, which those commands share.
void add_trained_run_options(CLI::App& command, std::string& run, bool& last);

} // namespace laptime::cli
