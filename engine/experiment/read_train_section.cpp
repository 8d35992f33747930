// SPDX-License-Identifier: Apache-2.0
// [train] of the experiment file.
#include "engine/experiment/sections.h"
#include "engine/experiment/target_text.h"

namespace laptime {

namespace {

using Kind = TomlValue::Kind;
constexpr double adamw_weight_decay = 0.01; // as in PyTorch

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
    for (const char* length : length_keys)
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

void read_loss(SectionReader& section, Experiment::Train& train) {
    section.word("loss", train.loss, loss_words);
    section.number("label_smoothing", train.label_smoothing);
    section.number("huber_delta", train.huber_delta);
    section.number("clip_norm", train.clip_norm);
    section.number("clip_value", train.clip_value);
    section.number("ema", train.ema);
}

void read_judgement(SectionReader& section, Experiment::Train& train) {
    section.words("metrics", train.metrics, metric_words);
    Metric monitor = Metric::val_accuracy;
    section.word("monitor", monitor, metric_words);
    if (section.take("monitor"))
        train.monitor = monitor;
    section.whole("patience", train.patience);
    section.number("checkpoint_minutes", train.checkpoint_minutes);
    section.whole("checkpoint_epochs", train.checkpoint_epochs);
}

} // namespace

void read_train_section(SectionReader& section, Experiment::Train& train,
                        std::vector<SectionReader>& sections, ReadingNotes& notes) {
    section.word("optimizer", train.optimizer, optimizer_words);
    read_learning_rate(section, train.learning_rate, sections);
    if (train.optimizer == OptimizerKind::adamw)
        train.weight_decay = adamw_weight_decay;
    section.number("weight_decay", train.weight_decay);
    section.flag("decay_all", train.decay_all);
    section.number("momentum", train.momentum);
    section.number("bias_rate_factor", train.bias_rate_factor);
    read_loss(section, train);
    read_judgement(section, train);
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

} // namespace laptime
