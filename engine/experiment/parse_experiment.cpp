// SPDX-License-Identifier: Apache-2.0
// The experiment file's sections → Experiment. What the values mean for each other is checked by
// problems_of().
#include <algorithm>

#include "engine/experiment/read_experiment.h"
#include "engine/experiment/section_reader.h"
#include "engine/experiment/target_text.h"
#include "engine/experiment/toml_tree.h"
#include "engine/model/library.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;
constexpr const char* lengths[] = {"epochs", "steps", "minutes"};
constexpr double adamw_weight_decay = 0.01; // as in PyTorch

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
        std::find(std::begin(lengths), std::end(lengths), rest) != std::end(lengths))
        for (const char* length : lengths)
            table->remove(length);
    table->at(rest) = value;
}

void read_data(SectionReader& section, Experiment::Data& data) {
    section.text("dataset", data.dataset);
    section.number("validation", data.validation);
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

/// A number, or a table with a schedule.
void read_learning_rate(SectionReader& train, LearningRate& rate, std::vector<SectionReader>& sections) {
    const TomlValue* value = train.take("learning_rate");
    if (!value || value->kind != Kind::table) {
        train.number("learning_rate", rate.rate);
        return;
    }
    SectionReader& table = sections.emplace_back(train.section("learning_rate"));
    table.word("schedule", rate.kind, schedule_words);
    table.number("rate", rate.rate);
    table.whole("warmup_steps", rate.warmup_steps);
    table.number("final_rate", rate.final_rate);
    table.number("factor", rate.factor);
    table.whole("every_steps", rate.every_steps);
    table.number("peak_at", rate.peak_at);
}

/// At most one of epochs, steps, minutes; the default of five epochs where there is none.
void read_length(SectionReader& section, Experiment::Train& train, ReadingNotes& notes) {
    std::vector<std::string> given;
    for (const char* length : lengths)
        if (section.take(length))
            given.emplace_back(length);
    if (given.empty())
        return;
    for (std::size_t i = 1; i < given.size(); ++i)
        notes.problem(section.field(given[i]),
                      "train." + given[0] + " is given too; say only one of epochs, steps and minutes");
    train.epochs.reset();
    std::int64_t whole = 1;
    double number = 1;
    if (given[0] == "epochs") {
        section.whole("epochs", whole);
        train.epochs = whole;
    } else if (given[0] == "steps") {
        section.whole("steps", whole);
        train.steps = whole;
    } else {
        section.number("minutes", number);
        train.minutes = number;
    }
}

void read_target(SectionReader& section, Experiment::Train& train, ReadingNotes& notes) {
    std::string text;
    section.text("target", text);
    const TomlValue* value = section.take("target");
    if (!value || notes.has_problem("train.target"))
        return;
    const auto target = parse_target(text);
    if (const auto* wrong = std::get_if<std::string>(&target))
        notes.problem("train.target", *wrong);
    else
        train.target = std::get<Target>(target);
}

void read_train(SectionReader& section, Experiment::Train& train, std::vector<SectionReader>& sections,
                ReadingNotes& notes) {
    section.word("optimizer", train.optimizer, optimizer_words);
    read_learning_rate(section, train.learning_rate, sections);
    if (train.optimizer == OptimizerKind::adamw)
        train.weight_decay = adamw_weight_decay;
    section.number("weight_decay", train.weight_decay);
    read_length(section, train, notes);
    auto seed = static_cast<std::int64_t>(train.seed);
    section.whole("seed", seed);
    if (seed < 0)
        notes.problem("train.seed", "is " + std::to_string(seed) + ", must not be negative");
    else
        train.seed = static_cast<std::uint64_t>(seed);
    section.whole("repeats", train.repeats);
    read_target(section, train, notes);
    section.flag("stop_at_target", train.stop_at_target);
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
    sections.reserve(6); // references to the elements are held while more are added
    SectionReader& top = sections.emplace_back(root, "", notes);
    top.text("name", experiment.name);
    read_data(sections.emplace_back(top.section("data")), experiment.data);
    read_model(sections.emplace_back(top.section("model")), experiment.model, notes);
    read_speed(sections.emplace_back(top.section("speed")), experiment.speed);
    SectionReader& train = sections.emplace_back(top.section("train"));
    read_train(train, experiment.train, sections, notes);
    for (const SectionReader& section : sections)
        section.complain_about_unknown();

    notes.add(news_in(problems_of(experiment), root, notes));
    if (auto problems = notes.sorted(); !problems.empty())
        throw InvalidExperiment(std::move(problems));
    return experiment;
}

} // namespace laptime
