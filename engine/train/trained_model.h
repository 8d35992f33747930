// SPDX-License-Identifier: Apache-2.0
// A trained model ready for use: the weights of a checkpoint in a program that only predicts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/preprocessing.h"
#include "engine/experiment/experiment.h"
#include "engine/model/model.h"
#include "engine/train/checkpoint.h"

namespace laptime {

class TrainedModel {
public:
    /// Loads a checkpoint. Computes in the precision that the run trained in, or float32 where that is not
    /// available on the device. Throws DataError naming the file where it is missing, not whole, or made by a
    /// version that kept no preprocessing.
    explicit TrainedModel(const std::string& checkpoint_path, const std::string& device = "cpu:0");
    ~TrainedModel();
    TrainedModel(TrainedModel&&) noexcept;

    const Experiment& experiment() const;
    const Preprocessing& preprocessing() const;
    const Progress& progress() const; ///< of the run when the checkpoint was made
    const Model& model() const;
    /// Numbers that a sample's prediction has: probabilities of the classes, or of the vocabulary at each
    /// position [T, V], or values.
    std::int64_t outputs_per_sample() const;

    /// Predictions of plain samples as Dataset::read() gives them, one behind the other:
    /// [items, outputs_per_sample()]. Throws RunError.
    std::vector<double> predict(std::span<const unsigned char> samples, std::int64_t items);

    /// The weights (averaged where the run averaged them) and moving statistics, by the model's names.
    std::vector<StoredTensor> weights() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Name of the checkpoint to use of a run's folder: the best, else the last. Throws DataError where there is
/// none.
std::string usable_checkpoint(const std::string& artifacts, bool prefer_last = false);

} // namespace laptime
