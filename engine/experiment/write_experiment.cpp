// SPDX-License-Identifier: Apache-2.0
// The canonical file: every setting that counts, in a fixed order, so that two equal experiments give equal
// text.
#include "engine/experiment/message_text.h"
#include "engine/experiment/read_experiment.h"
#include "engine/experiment/target_text.h"

namespace laptime {

namespace {

std::string value_text(const std::string& value) {
    return quoted(value);
}
std::string value_text(const char* value) {
    return quoted(value);
}
std::string value_text(double value) {
    return number_text(value);
}
std::string value_text(std::int64_t value) {
    return std::to_string(value);
}
std::string value_text(std::uint64_t value) {
    return std::to_string(value);
}
std::string value_text(int value) {
    return std::to_string(value);
}
std::string value_text(bool value) {
    return value ? "true" : "false";
}

std::string value_text(Metric value) {
    return quoted(word_of(value));
}

template <typename T>
std::string value_text(const std::vector<T>& values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i ? ", " : "") + value_text(values[i]);
    return text + "]";
}

template <typename T>
std::string line(const std::string& key, const T& value) {
    return key + " = " + value_text(value) + "\n";
}

/// Settings that are rarely touched are written only where they are.
template <typename T>
std::string changed(const std::string& key, const T& value, const T& usual) {
    return value == usual ? std::string() : line(key, value);
}

std::string augment_text(const Augment& augment) {
    const Augment usual;
    if (augment == usual)
        return {};
    return "\n[data.augment]\n" +
           (augment.flip == usual.flip ? std::string() : line("flip", word_of(augment.flip))) +
           changed("shift", augment.shift, usual.shift) +
           changed("crop_padding", augment.crop_padding, usual.crop_padding) +
           changed("rotation", augment.rotation, usual.rotation) +
           changed("cutout", augment.cutout, usual.cutout) +
           changed("color_jitter", augment.color_jitter, usual.color_jitter);
}

std::string data_text(const Experiment::Data& data) {
    const Experiment::Data usual;
    std::string text =
        "\n[data]\n" + line("dataset", data.dataset) + line("validation", data.validation) +
        changed("image_size", data.image_size, usual.image_size) +
        changed("resize", data.resize, usual.resize) + changed("channels", data.channels, usual.channels) +
        changed("target", data.target, usual.target) + changed("task", data.task, usual.task) +
        changed("header", data.header, usual.header) + changed("delimiter", data.delimiter, usual.delimiter) +
        changed("context", data.context, usual.context) + changed("tokens", data.tokens, usual.tokens) +
        changed("cache_mb", data.cache_mb, usual.cache_mb);
    if (data.class_weights.kind == ClassWeights::Kind::balanced)
        text += line("class_weights", "balanced");
    else if (data.class_weights.kind == ClassWeights::Kind::listed)
        text += line("class_weights", data.class_weights.weights);
    return text + augment_text(data.augment);
}

/// A plain number where that says it all, else an inline table with what differs from the defaults.
std::string learning_rate_text(const LearningRate& rate) {
    LearningRate standard;
    standard.rate = rate.rate;
    if (rate == standard)
        return number_text(rate.rate);
    std::string text = "{ schedule = " + quoted(word_of(rate.kind)) + ", rate = " + number_text(rate.rate);
    const auto add = [&](const char* key, auto value, auto usual) {
        if (value != usual)
            text += std::string(", ") + key + " = " + value_text(value);
    };
    add("warmup_steps", rate.warmup_steps, standard.warmup_steps);
    add("final_rate", rate.final_rate, standard.final_rate);
    add("factor", rate.factor, standard.factor);
    add("every_steps", rate.every_steps, standard.every_steps);
    add("peak_at", rate.peak_at, standard.peak_at);
    return text + " }";
}

std::string model_text(const Experiment::Model& model) {
    std::string text = "\n[model]\n";
    text += model.file.empty() ? line("library", model.library) : line("file", model.file);
    if (!model.definition.empty())
        text += line("definition", model.definition);
    text += changed("weights", model.weights, std::string());
    for (const auto& [key, option] : model.options)
        text += std::visit([&, &name = key](const auto& value) { return line(name, value); }, option);
    return text;
}

std::string speed_text(const Experiment::Speed& speed) {
    return "\n[speed]\n" + line("precision", word_of(speed.precision)) +
           line("strategy", word_of(speed.strategy)) + line("devices", speed.devices) +
           line("threads_per_device", speed.threads_per_device) + line("global_batch", speed.global_batch) +
           line("accumulate", speed.accumulate) + line("steps_per_execution", speed.steps_per_execution) +
           line("batch_norm", word_of(speed.batch_norm));
}

std::string train_text(const Experiment::Train& train) {
    std::string text = "\n[train]\n" + line("optimizer", word_of(train.optimizer)) +
                       "learning_rate = " + learning_rate_text(train.learning_rate) + "\n" +
                       line("weight_decay", train.weight_decay);
    const Experiment::Train usual;
    text += changed("decay_all", train.decay_all, usual.decay_all) +
            changed("momentum", train.momentum, usual.momentum) +
            changed("bias_rate_factor", train.bias_rate_factor, usual.bias_rate_factor);
    if (train.loss != usual.loss)
        text += line("loss", word_of(train.loss));
    text += changed("label_smoothing", train.label_smoothing, usual.label_smoothing) +
            changed("huber_delta", train.huber_delta, usual.huber_delta) +
            changed("clip_norm", train.clip_norm, usual.clip_norm) +
            changed("clip_value", train.clip_value, usual.clip_value) + changed("ema", train.ema, usual.ema) +
            changed("metrics", train.metrics, usual.metrics);
    if (train.monitor)
        text += line("monitor", *train.monitor);
    text += changed("patience", train.patience, usual.patience) +
            changed("checkpoint_minutes", train.checkpoint_minutes, usual.checkpoint_minutes) +
            changed("checkpoint_epochs", train.checkpoint_epochs, usual.checkpoint_epochs);
    if (train.epochs)
        text += line("epochs", *train.epochs);
    if (train.steps)
        text += line("steps", *train.steps);
    if (train.minutes)
        text += line("minutes", *train.minutes);
    text += line("seed", train.seed) + line("repeats", train.repeats);
    if (train.target)
        text += line("target", text_of(*train.target));
    return text + line("stop_at_target", train.stop_at_target);
}

} // namespace

std::string write_experiment(const Experiment& experiment) {
    return line("name", experiment.name) + data_text(experiment.data) + model_text(experiment.model) +
           speed_text(experiment.speed) + train_text(experiment.train);
}

} // namespace laptime
