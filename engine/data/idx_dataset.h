// SPDX-License-Identifier: Apache-2.0
// A folder of IDX files as a data set: train-images-idx3-ubyte, train-labels-idx1-ubyte and, where there is a
// test part, the same with t10k or test; each plain or with .gz behind its name.
#pragma once

#include "engine/data/dataset.h"

namespace laptime {

/// What is known about a folder beforehand.
struct IdxFolder {
    std::string path;
    std::vector<std::string> class_names; ///< known ones; empty: as many classes as the labels show
    std::string way_out;                  ///< what to do when it is missing, for the message
};

/// As open_dataset and summarize_dataset. A file classes.txt in the folder, one name a line, tells the
/// classes where the folder's own description does not.
DataSplit open_idx(const IdxFolder& folder, const DataOptions& options);
DataSummary summarize_idx(const IdxFolder& folder, const DataOptions& options);

} // namespace laptime
