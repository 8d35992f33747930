// SPDX-License-Identifier: Apache-2.0
// What was learned from the training data beside the weights: how a sample is made of a file, and what the
// outputs mean. It travels inside the checkpoint as JSON, so that the training data may be gone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime {

/// One column of a table, and the features that are made of it.
struct TableColumn {
    std::string name;
    bool is_category = false;
    /// A number becomes one feature, (x - mean) / deviation, and 0 where it is missing.
    double mean = 0, deviation = 1;
    /// A text becomes one feature a category, and one more for anything else: 1 at its place, 0 elsewhere.
    std::vector<std::string> categories = {}; ///< sorted

    std::size_t width() const { return is_category ? categories.size() + 1 : 1; }
    bool operator==(const TableColumn&) const = default;
};

struct TablePreprocessing {
    std::vector<TableColumn> columns; ///< in the order of the features
    std::string target;               ///< name of the learnt column
    bool header = true;               ///< false: columns are named by their place, "column 1" the first
    bool decimal_comma = false;       ///< "1,5" is one and a half
    bool operator==(const TablePreprocessing&) const = default;
};

struct Preprocessing {
    SampleType sample;
    TargetType target;
    std::vector<std::string> class_names = {};
    std::string resize = "stretch"; ///< pictures: how one is made to fit sample.shape
    std::optional<TablePreprocessing> table = std::nullopt;
    std::string tokens = {};                  ///< texts: "characters" or "bytes"; else empty
    std::vector<std::string> vocabulary = {}; ///< texts: of each token
    bool operator==(const Preprocessing&) const = default;
};

/// Numbers read back exactly.
std::string to_json(const Preprocessing& preprocessing);

/// Throws DataError for text that to_json() did not write.
Preprocessing preprocessing_of(const std::string& json);

/// The 256 one-byte texts: the vocabulary of texts that are read byte by byte.
std::vector<std::string> byte_vocabulary();

/// The place of the text among the column's categories; behind the last where it is none of them.
std::size_t category_place(const TableColumn& column, const std::string& text);

/// "age", or "city=Rome" and "city=?" (anything else) of a category.
std::vector<std::string> feature_names(const std::vector<TableColumn>& columns);

} // namespace laptime
