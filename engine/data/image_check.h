// SPDX-License-Identifier: Apache-2.0
// Looks through the files of a data set of pictures before training: the header of each, and some in full.
#pragma once

#include <string>
#include <vector>

#include "engine/data/helpers.h"
#include "engine/data/image.h"
#include "engine/data/path_list.h"

namespace laptime {

struct ImageFacts {
    ImageSize size; ///< upright
    std::uint64_t file_bytes = 0, hash = 0;
    bool ends_well = false;
    std::string damage; ///< what is wrong, naming the file; empty: nothing that was seen
};

/// Reads every file's header. `root` is the folder that the paths are relative to. About 8 µs a file.
std::vector<ImageFacts> read_headers(const std::string& root, const PathList& paths, Helpers& helpers);

/// Decodes, and marks where that fails: the files whose end is not where it should be, and a sample of the
/// others that is quick to read. Where the sample has a damaged one, all, or a share of very large data sets.
/// What nobody looked at turns out when it is decoded for training.
/// Returns true where so many of a share are damaged that the data set cannot be used, though they are few of
/// the whole.
bool find_damaged(const std::string& root, const PathList& paths, Helpers& helpers,
                  std::vector<ImageFacts>& facts);

} // namespace laptime
