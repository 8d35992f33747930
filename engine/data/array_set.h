// SPDX-License-Identifier: Apache-2.0
// NumPy arrays that lie together and have names: an .npz archive, or a folder of .npy files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/data/npy_file.h"
#include "engine/data/zip_file.h"

namespace laptime {

class ArraySet {
public:
    /// `place`: an .npz file; a folder with .npy files; or one of those files, which stands for its folder.
    /// Throws DataError when there is nothing to read.
    explicit ArraySet(const std::string& place);

    const std::string& place() const { return place_; }
    const std::vector<std::string>& names() const { return names_; }
    bool has(const std::string& name) const;
    /// At the array's first byte, before its header. Throws DataError.
    std::unique_ptr<ByteSource> open(const std::string& name) const;
    /// "x float32 [100, 4], y int64 [100]"; what cannot be read is listed by its name.
    std::string listing() const;

private:
    std::string place_;
    std::vector<std::string> names_; ///< sorted
    std::unique_ptr<ZipFile> archive_;
};

} // namespace laptime
