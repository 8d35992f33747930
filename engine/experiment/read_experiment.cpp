// SPDX-License-Identifier: Apache-2.0
// An experiment from a file: reads it, and takes relative data paths from where the file lies.
#include "engine/experiment/read_experiment.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/data/dataset.h"

namespace laptime {

Experiment read_experiment(const std::string& path,
                           const std::vector<std::pair<std::string, std::string>>& overrides) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_directory(path, error))
        throw InvalidInput("cannot read the experiment file " + path + ": it is a folder");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InvalidInput("cannot read the experiment file " + path + ": " + std::strerror(errno));
    std::ostringstream text;
    text << file.rdbuf();
    if (file.bad())
        throw InvalidInput("cannot read the experiment file " + path + ": " + std::strerror(errno));

    Experiment experiment = parse_experiment(text.str(), overrides);
    if (experiment.name.empty())
        experiment.name = fs::path(path).stem().string();
    // What was typed on the command line is meant from the current folder, not from the file's.
    const bool typed = std::any_of(overrides.begin(), overrides.end(),
                                   [](const auto& one) { return one.first == "data.dataset"; });
    const fs::path folder = typed ? fs::current_path() : fs::absolute(path).parent_path();
    experiment.data.dataset = dataset_relative_to(experiment.data.dataset, folder.string());
    return experiment;
}

} // namespace laptime
