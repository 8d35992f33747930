// SPDX-License-Identifier: Apache-2.0
// Finds the pictures of an "images:DIR" data set and their classes, by names alone.
//
// A folder a class: DIR/cat/1.jpg, DIR/dog/a/2.png. Or the same below DIR/train, and below DIR/val, valid,
// validation or test for a part of its own to validate on. Hidden files and folders do not count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/data/path_list.h"

namespace laptime {

/// In rising order of label, then of path.
struct ImagePart {
    PathList paths; ///< relative to the folder's root
    std::vector<std::int32_t> labels;
};

struct ImageFolder {
    std::string root;
    std::vector<std::string> class_names; ///< sorted, byte by byte
    ImagePart train;
    std::optional<ImagePart> validation; ///< where the folder has such a part
    std::vector<std::string> notes;      ///< what was left out, for people
};

/// Throws DataError that says what was expected where there is no such folder, there are pictures but no
/// folders of classes, fewer than two classes, or the validation part has a class that is not trained.
ImageFolder scan_image_folder(const std::string& root);

} // namespace laptime
