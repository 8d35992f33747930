// SPDX-License-Identifier: Apache-2.0
// Settings as text.
#include "engine/compare/settings.h"

#include <sstream>

#include <type_traits>
#include <variant>

#include "engine/compare/numbers.h"
#include "engine/data/content_hash.h"
#include "engine/experiment/read_experiment.h"
#include "engine/experiment/target_text.h"

namespace laptime {

namespace {

std::string option_text(const ModelOption& option) {
    return std::visit(
        [](const auto& value) -> std::string {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::string>) {
                return value;
            } else if constexpr (std::is_same_v<T, bool>) {
                return value ? "true" : "false";
            } else if constexpr (std::is_same_v<T, double>) {
                return exact(value);
            } else if constexpr (std::is_same_v<T, std::int64_t>) {
                return std::to_string(value);
            } else {
                std::string list;
                for (const std::int64_t item : value)
                    list += (list.empty() ? "" : ", ") + std::to_string(item);
                return "[" + list + "]";
            }
        },
        option);
}

std::string rate_text(const LearningRate& rate) {
    std::string text = std::string(word_of(rate.kind)) + " " + exact(rate.rate);
    if (rate.warmup_steps > 0)
        text += ", warm-up " + std::to_string(rate.warmup_steps) + " steps";
    if (rate.kind == LearningRate::Kind::step)
        text += ", × " + exact(rate.factor) + " every " + std::to_string(rate.every_steps) + " steps";
    if (rate.kind == LearningRate::Kind::cosine || rate.kind == LearningRate::Kind::one_cycle)
        text += ", down to " + exact(rate.final_rate);
    if (rate.kind == LearningRate::Kind::one_cycle)
        text += ", peak at " + exact(rate.peak_at);
    return text;
}

std::string join(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& item : list)
        text += (text.empty() ? "" : ", ") + item;
    return text;
}

/// Whatever else the canonical file says, which leaves out what is at its default.
void add_changed(const Experiment& experiment, std::map<std::string, std::string>& settings) {
    std::istringstream text(write_experiment(experiment));
    std::string section;
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with('[')) {
            section = line.substr(1, line.size() - 2) + ".";
            continue;
        }
        const std::size_t sign = line.find(" = ");
        if (sign == std::string::npos || section.empty())
            continue; // the name is no setting
        const std::string key = section + line.substr(0, sign);
        if (key == "train.repeats")
            continue;
        std::string value = line.substr(sign + 3);
        if (key == "model.definition") { // too long to be shown
            ContentHash hash;
            hash.add(value.data(), value.size());
            value = "content " + hash_text(hash.value());
        }
        settings.try_emplace(key, value);
    }
}

} // namespace

std::map<std::string, std::string> settings_of(const Experiment& e) {
    std::map<std::string, std::string> s;
    s["data.dataset"] = e.data.dataset;
    s["data.validation"] = exact(e.data.validation);
    s["model.library"] = e.model.library;
    s["model.file"] = e.model.file;
    for (const auto& [name, value] : e.model.options)
        s["model." + name] = option_text(value);
    s["speed.precision"] = word_of(e.speed.precision);
    s["speed.strategy"] = word_of(e.speed.strategy);
    s["speed.devices"] = join(e.speed.devices);
    s["speed.threads_per_device"] = std::to_string(e.speed.threads_per_device);
    s["speed.global_batch"] = std::to_string(e.speed.global_batch);
    s["speed.accumulate"] = std::to_string(e.speed.accumulate);
    s["speed.steps_per_execution"] = std::to_string(e.speed.steps_per_execution);
    s["speed.batch_norm"] = word_of(e.speed.batch_norm);
    s["train.optimizer"] = word_of(e.train.optimizer);
    s["train.learning_rate"] = rate_text(e.train.learning_rate);
    s["train.weight_decay"] = exact(e.train.weight_decay);
    s["train.epochs"] = e.train.epochs ? std::to_string(*e.train.epochs) : "";
    s["train.steps"] = e.train.steps ? std::to_string(*e.train.steps) : "";
    s["train.minutes"] = e.train.minutes ? exact(*e.train.minutes) : "";
    s["train.seed"] = std::to_string(e.train.seed);
    s["train.target"] = e.train.target ? text_of(*e.train.target) : "";
    s["train.stop_at_target"] = e.train.target && e.train.stop_at_target ? "true" : "false";
    add_changed(e, s);
    return s;
}

} // namespace laptime
