// SPDX-License-Identifier: Apache-2.0
// An evaluation as text for people, and as JSON.
#pragma once

#include "app/cli/trained_run.h"
#include "engine/report/json.h"
#include "engine/train/evaluate_model.h"

namespace laptime::cli {

struct EvaluatedData {
    std::shared_ptr<const Dataset> data;
    std::string dataset;               ///< as the experiment file or --data names it
    bool is_validation_part = false;   ///< what the run validated on
    std::vector<std::string> warnings; ///< what was left out
};

Json evaluation_json(const TrainedRun& run, const EvaluatedData& data, const Evaluation& evaluation);

/// The confusion matrix is drawn for up to twenty classes; of more, the most frequent confusions are listed.
std::string evaluation_text(TrainedRun& run, const EvaluatedData& data, const Evaluation& evaluation);

} // namespace laptime::cli
