// SPDX-License-Identifier: Apache-2.0
#include "engine/data/name_list.h"

#include <fstream>

#include "engine/data/utf8.h"

namespace laptime {

std::vector<std::string> read_name_list(const std::filesystem::path& file) {
    std::vector<std::string> names;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (!line.empty())
            names.push_back(as_utf8(line));
    }
    return names;
}

} // namespace laptime
