// SPDX-License-Identifier: Apache-2.0
// The list of models, and the check of what they are asked for.
#include "engine/model/library.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/model/library_entry.h"

namespace laptime {

namespace {

std::vector<const LibraryModel*> entries() {
    return {&mlp_model(), &cnn_model()};
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i ? ", " : "") + words[i];
    return text;
}

const LibraryModel& entry_named(const std::string& name) {
    for (const LibraryModel* entry : entries())
        if (entry->name == name)
            return *entry;
    const auto planned = planned_model_names();
    const bool later = std::find(planned.begin(), planned.end(), name) != planned.end();
    throw InvalidExperiment({{"model.library", 0,
                              (later ? "the model '" + name + "' is not in this version yet"
                                     : "there is no model '" + name + "'") +
                                  "; there are " + listed(model_names())}});
}

std::string plain(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

bool in_range(const ModelOptionInfo& info, double value) {
    return value >= info.minimum && value < info.limit;
}

/// Says what is wrong with one value; empty when it is fine.
class ValueCheck {
public:
    explicit ValueCheck(const ModelOptionInfo& info) : info_(info) {}

    std::string operator()(const ModelOptionValue& given) const {
        ModelOptionValue value = given;
        if (std::holds_alternative<double>(info_.default_value) &&
            std::holds_alternative<std::int64_t>(value))
            value = static_cast<double>(std::get<std::int64_t>(value));
        if (value.index() != info_.default_value.index())
            return "must be " + expected();
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return in_range(info_, static_cast<double>(*whole))
                       ? ""
                       : "is " + std::to_string(*whole) + ", must be " + expected();
        if (const auto* number = std::get_if<double>(&value))
            return in_range(info_, *number) ? "" : "is " + plain(*number) + ", must be " + expected();
        if (const auto* text = std::get_if<std::string>(&value))
            return check_word(*text);
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
            return check_list(*list);
        return "";
    }

private:
    static constexpr std::size_t longest_list = 64;

    std::string expected() const {
        const auto whole_range = "from " + plain(info_.minimum) + " to " + plain(info_.limit - 1);
        switch (info_.default_value.index()) {
        case 0:
            return "a whole number " + whole_range;
        case 1:
            return "a number that is at least " + plain(info_.minimum) + " and below " + plain(info_.limit);
        case 2:
            return "true or false";
        case 3:
            return "one of " + listed(info_.words);
        default:
            return "a list of at most " + std::to_string(longest_list) + " whole numbers " + whole_range;
        }
    }

    std::string check_word(const std::string& word) const {
        const bool known = std::find(info_.words.begin(), info_.words.end(), word) != info_.words.end();
        return known ? "" : "is '" + word + "', must be " + expected();
    }

    std::string check_list(const std::vector<std::int64_t>& list) const {
        if (list.size() > longest_list)
            return "has " + std::to_string(list.size()) + " entries, must be " + expected();
        for (const std::int64_t value : list)
            if (!in_range(info_, static_cast<double>(value)))
                return "holds " + std::to_string(value) + ", must be " + expected();
        return "";
    }

    const ModelOptionInfo& info_;
};

} // namespace

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const LibraryModel* entry : entries())
        names.push_back(entry->name);
    return names;
}

std::vector<std::string> planned_model_names() {
    return {"mini-xception", "resnet20", "resnet18", "resnet50",
            "airbench",      "vit-tiny", "char-gpt", "gpt2-124m"};
}

std::vector<ModelOptionInfo> model_options(const std::string& name) {
    return entry_named(name).options;
}

std::vector<Problem> model_option_problems(const std::string& name,
                                           const std::map<std::string, ModelOptionValue>& options) {
    const std::vector<ModelOptionInfo>& known = entry_named(name).options;
    std::vector<Problem> problems;
    for (const auto& [key, value] : options) {
        const auto info =
            std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == key; });
        if (info == known.end()) {
            std::vector<std::string> names;
            for (const ModelOptionInfo& one : known)
                names.push_back(one.name);
            problems.push_back(
                {"model." + key, 0, "the model '" + name + "' has no such option; it has " + listed(names)});
        } else if (const std::string wrong = ValueCheck(*info)(value); !wrong.empty()) {
            problems.push_back({"model." + key, 0, wrong});
        }
    }
    return problems;
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
