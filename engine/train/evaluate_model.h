// SPDX-License-Identifier: Apache-2.0
// How good a trained model is on a data set: figures for each class, the confusion matrix, and the samples it
// got most wrong.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/experiment/run_events.h"
#include "engine/train/figures.h"
#include "engine/train/trained_model.h"

namespace laptime {

struct Evaluation {
    std::int64_t items = 0;
    double loss = not_measured;     ///< mean; of cross-entropy without label smoothing and class weights
    double accuracy = not_measured; ///< of classes and tokens
    std::vector<MetricValue> metrics;
    std::optional<ConfusionMatrix> confusion; ///< of classes
    struct Sample {
        std::uint32_t index = 0;               ///< in the data set
        std::int32_t label = 0, predicted = 0; ///< of classes
        double probability = 0;                ///< that the model gave to the label
        double loss = 0;
    };
    std::vector<Sample> worst; ///< with the largest losses, the largest first
};

/// What a model is evaluated on: the validation part of the data that its run saw, split as it was then; or,
/// where `dataset` names another ("images:DIR", …), that one, read as the training data was (its own
/// validation or test part, else all of it). `warnings` gets what was left out of it. Throws DataError.
std::shared_ptr<const Dataset> evaluation_data(const TrainedModel& model, const std::string& dataset,
                                               std::vector<std::string>& warnings);

/// `progress` is told how many items are done, and ends the evaluation by returning false (the figures are
/// then of what was seen). Throws InvalidInput where the data's samples or targets are not what the model was
/// trained on.
Evaluation evaluate_model(TrainedModel& model, const Dataset& data, std::size_t keep_worst = 16,
                          const std::function<bool(std::int64_t)>& progress = {});

} // namespace laptime
