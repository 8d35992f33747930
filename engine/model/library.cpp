// SPDX-License-Identifier: Apache-2.0
// The list of models, and the check of what they are asked for.
#include "engine/model/library.h"

#include <algorithm>

#include "engine/model/library_entry.h"

namespace laptime {

namespace {

std::vector<const LibraryModel*> entries() {
    return {&mlp_model(),      &cnn_model(),      &mini_xception_model(), &resnet20_model(),
            &resnet18_model(), &resnet50_model(), &airbench_model(),      &vit_tiny_model(),
            &char_gpt_model(), &gpt2_124m_model()};
}

const LibraryModel& entry_named(const std::string& name) {
    for (const LibraryModel* entry : entries())
        if (entry->name == name)
            return *entry;
    throw InvalidExperiment(
        {{"model.library", 0, "there is no model '" + name + "'; there are " + listed(model_names())}});
}

} // namespace

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const LibraryModel* entry : entries())
        names.push_back(entry->name);
    return names;
}

std::string model_help(const std::string& name) {
    return entry_named(name).help;
}

std::vector<ModelOptionInfo> model_options(const std::string& name) {
    return entry_named(name).options;
}

std::vector<Problem> model_option_problems(const std::string& name,
                                           const std::map<std::string, ModelOptionValue>& options) {
    return option_problems("model.", "the model '" + name + "'", entry_named(name).options, options);
}

Model make_model(const std::string& name, const std::map<std::string, ModelOptionValue>& options,
                 InputType input, Task task) {
    const LibraryModel& entry = entry_named(name);
    if (auto problems = model_option_problems(name, options); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    Model model{name, std::move(input), std::move(task)};
    entry.add_layers(model, OptionValues(entry.options, options));
    // A graph for one sample costs microseconds and shows at once whether the shapes fit.
    build_forward(model, 1, Outputs::training, DType::f32);
    return model;
}

} // namespace laptime
