// SPDX-License-Identifier: Apache-2.0
// Small text files of class names, one a line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace laptime {

/// The lines that are not empty, as UTF-8; empty where there is no such file.
std::vector<std::string> read_name_list(const std::filesystem::path& file);

} // namespace laptime
