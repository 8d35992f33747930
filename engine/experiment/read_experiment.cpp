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

namespace {

/// Throws InvalidInput naming `what` and the reason.
std::string text_of_file(const std::string& what, const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw InvalidInput("cannot read " + what + " " + path + ": it is a folder");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InvalidInput("cannot read " + what + " " + path + ": " + std::strerror(errno));
    std::ostringstream text;
    text << file.rdbuf();
    if (file.bad())
        throw InvalidInput("cannot read " + what + " " + path + ": " + std::strerror(errno));
    return text.str();
}

} // namespace

Experiment read_experiment(const std::string& path,
                           const std::vector<std::pair<std::string, std::string>>& overrides) {
    namespace fs = std::filesystem;
    Experiment experiment = parse_experiment(text_of_file("the experiment file", path), overrides);
    if (experiment.name.empty())
        experiment.name = fs::path(path).stem().string();
    // What was typed on the command line is meant from the current folder, not from the file's.
    const auto folder_of = [&](const char* key) {
        const bool typed = std::any_of(overrides.begin(), overrides.end(),
                                       [key](const auto& one) { return one.first == key; });
        return typed ? fs::current_path() : fs::absolute(path).parent_path();
    };
    experiment.data.dataset =
        dataset_relative_to(experiment.data.dataset, folder_of("data.dataset").string());
    Experiment::Model& model = experiment.model;
    if (!model.file.empty()) {
        model.file = (folder_of("model.file") / model.file).lexically_normal().string();
        if (model.definition.empty())
            model.definition = text_of_file("the model file", model.file);
    }
    if (!model.weights.empty())
        model.weights = (folder_of("model.weights") / model.weights).lexically_normal().string();
    return experiment;
}

} // namespace laptime
