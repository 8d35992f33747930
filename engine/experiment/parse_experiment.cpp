// SPDX-License-Identifier: Apache-2.0
// The experiment file's sections → Experiment. What the values mean for each other is checked by
// problems_of().
#include <algorithm>

#include "engine/experiment/read_experiment.h"
#include "engine/experiment/sections.h"
#include "engine/model/library.h"
#include "engine/toml/toml_tree.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;

/// Puts one --set into the tree.
void apply_override(TomlValue& root, const std::string& key, const std::string& typed) {
    TomlValue value = parse_override_value(typed);
    value.line = 0;
    value.override = key + "=" + typed;
    TomlValue* table = &root;
    std::string rest = key;
    for (std::size_t dot; (dot = rest.find('.')) != std::string::npos; rest = rest.substr(dot + 1)) {
        TomlValue& inner = table->at(rest.substr(0, dot));
        if (inner.kind != Kind::table) {
            // learning_rate = 0.1 in the file, and then --set train.learning_rate.schedule=cosine
            const TomlValue plain = inner;
            inner = TomlValue{};
            inner.line = plain.line;
            inner.at("rate") = plain;
        }
        table = &inner;
    }
    if (key.rfind("train.", 0) == 0 &&
        std::find(length_keys.begin(), length_keys.end(), rest) != length_keys.end())
        for (const char* length : length_keys)
            table->remove(length);
    table->at(rest) = value;
}

/// A model option in whatever type it was written; problems_of() knows which type it must have.
bool option_of(const TomlValue& value, ModelOption& option) {
    switch (value.kind) {
    case Kind::whole:
        option = value.whole;
        return true;
    case Kind::number:
        option = value.number;
        return true;
    case Kind::flag:
        option = value.flag;
        return true;
    case Kind::text:
        option = value.text;
        return true;
    case Kind::list: {
        std::vector<std::int64_t> list;
        for (const TomlValue& item : value.items) {
            if (item.kind != Kind::whole)
                return false;
            list.push_back(item.whole);
        }
        option = std::move(list);
        return true;
    }
    case Kind::table:
    case Kind::time:
        return false;
    }
    return false;
}

void read_model(SectionReader& section, Experiment::Model& model, ReadingNotes& notes) {
    const bool has_library = section.take("library") != nullptr;
    section.text("file", model.file);
    section.text("definition", model.definition);
    section.text("weights", model.weights);
    if (!has_library && !model.file.empty())
        model.library.clear();
    section.text("library", model.library);
    const auto names = model_names();
    if (std::find(names.begin(), names.end(), model.library) == names.end()) {
        // Nothing is known about the options of a model that is not known.
        for (const std::string& key : section.left())
            section.take(key);
        return;
    }
    for (const ModelOptionInfo& info : model_options(model.library)) {
        const TomlValue* value = section.take(info.name);
        if (!value)
            continue;
        ModelOption option;
        if (option_of(*value, option))
            model.options[info.name] = std::move(option);
        else
            notes.problem(section.field(info.name), value->kind == Kind::list
                                                        ? "must be a list of whole numbers, as [32, 64]"
                                                        : "cannot be " + kind_text(value->kind));
    }
}

void read_speed(SectionReader& section, Experiment::Speed& speed) {
    section.word("precision", speed.precision, precision_words);
    section.word("strategy", speed.strategy, strategy_words);
    section.texts("devices", speed.devices);
    section.whole("threads_per_device", speed.threads_per_device);
    section.whole("global_batch", speed.global_batch);
    section.whole("accumulate", speed.accumulate);
    section.whole("steps_per_execution", speed.steps_per_execution);
    section.word("batch_norm", speed.batch_norm, batch_norm_words);
}

/// Of what the values themselves show, that which reading has not complained about already.
std::vector<Problem> news_in(std::vector<Problem> found, const TomlValue& root, const ReadingNotes& notes) {
    const TomlValue* train = root.find("train");
    const TomlValue* rate = train ? train->find("learning_rate") : nullptr;
    const bool rate_in_table = rate && rate->find("rate");
    std::vector<Problem> news;
    for (Problem& problem : found) {
        if (problem.field == "train.learning_rate" && rate_in_table)
            problem.field += ".rate";
        else if (problem.field.starts_with("train.learning_rate.") &&
                 notes.has_problem("train.learning_rate.schedule"))
            continue; // which keys mean something depends on the schedule that was misspelt
        if (!notes.has_problem(problem.field))
            news.push_back(std::move(problem));
    }
    return news;
}

} // namespace

Experiment parse_experiment(std::string_view toml,
                            const std::vector<std::pair<std::string, std::string>>& overrides) {
    TomlValue root = parse_toml(toml);
    for (const auto& [key, typed] : overrides)
        apply_override(root, key, typed);

    ReadingNotes notes;
    Experiment experiment;
    std::vector<SectionReader> sections;
    sections.reserve(8); // references to the elements are held while more are added
    SectionReader& top = sections.emplace_back(root, "", notes);
    top.text("name", experiment.name);
    SectionReader& data = sections.emplace_back(top.section("data"));
    read_data_section(data, experiment.data, sections, notes);
    read_model(sections.emplace_back(top.section("model")), experiment.model, notes);
    read_speed(sections.emplace_back(top.section("speed")), experiment.speed);
    SectionReader& train = sections.emplace_back(top.section("train"));
    read_train_section(train, experiment.train, sections, notes);
    for (const SectionReader& section : sections)
        section.complain_about_unknown();

    notes.add(news_in(problems_of(experiment), root, notes));
    if (auto problems = notes.sorted(); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    return experiment;
}

} // namespace laptime
