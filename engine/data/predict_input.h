// SPDX-License-Identifier: Apache-2.0
// Files and texts that a trained model is asked about, made into samples just as its training data was.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/data/preprocessing.h"

namespace laptime {

struct PredictInput {
    std::shared_ptr<const Dataset> data; ///< samples only: read() leaves targets as they are
    std::vector<std::string> names;      ///< of each item: "cat.jpg", "table.csv: line 5", "x.npy [3]"
    std::vector<std::string> warnings;   ///< files and rows that cannot be used and are left out
};

/// What a file is tells its beginning, not its name. Pictures (JPEG, PNG; a folder stands for those in it)
/// where the model takes pictures; .npy arrays and IDX files of one sample or of many, of the model's shape;
/// rows of CSV files, with or without the learnt column, where it was trained on a table. Throws DataError
/// where a file is of a kind that the model does not take, or nothing can be used.
PredictInput open_predict_input(const Preprocessing& learned, const std::vector<std::string>& files);

/// Data with targets for a model that was trained before: numbers are normalised, categories, classes and
/// tokens numbered as in training, whatever the new data would have led to. Of a data set with a part of its
/// own to validate on it is that part; of any other, all of it. Throws DataError where the two do not fit, or
/// as open_dataset.
struct LabelledInput {
    std::shared_ptr<const Dataset> data;
    std::vector<std::string> warnings;
};
LabelledInput open_labelled_input(const Preprocessing& learned, const DataOptions& options);

/// The tokens of a text. Throws DataError for a character that the training text did not have, and where the
/// model was not trained on text.
std::vector<std::int32_t> prompt_tokens(const Preprocessing& learned, const std::string& prompt);

/// And back. Bytes that are not UTF-8 (of a model of bytes) stay as they are.
std::string token_text(const Preprocessing& learned, std::span<const std::int32_t> tokens);

} // namespace laptime
