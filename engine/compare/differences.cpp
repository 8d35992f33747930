// SPDX-License-Identifier: Apache-2.0
// In what the two arms differ. A [speed] setting is what one compares on purpose; every other difference
// could be the real cause of what is measured, and so confounds the comparison.
#include <map>
#include <set>
#include <type_traits>

#include "engine/compare/numbers.h"
#include "engine/compare/parts.h"

namespace laptime {

namespace {

/// Facts of an arm: for each name, every value that one of its runs has ("" for none).
using Facts = std::map<std::string, std::set<std::string>>;

std::string text_of(const ModelOption& option) {
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

std::string text_of(const LearningRate& rate) {
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

std::map<std::string, std::string> settings_of(const Experiment& e) {
    std::map<std::string, std::string> s;
    s["data.dataset"] = e.data.dataset;
    s["data.validation"] = exact(e.data.validation);
    s["model.library"] = e.model.library;
    s["model.file"] = e.model.file;
    for (const auto& [name, value] : e.model.options)
        s["model." + name] = text_of(value);
    s["speed.precision"] = word_of(e.speed.precision);
    s["speed.strategy"] = word_of(e.speed.strategy);
    s["speed.devices"] = join(e.speed.devices);
    s["speed.threads_per_device"] = std::to_string(e.speed.threads_per_device);
    s["speed.global_batch"] = std::to_string(e.speed.global_batch);
    s["speed.accumulate"] = std::to_string(e.speed.accumulate);
    s["speed.steps_per_execution"] = std::to_string(e.speed.steps_per_execution);
    s["speed.batch_norm"] = word_of(e.speed.batch_norm);
    s["train.optimizer"] = word_of(e.train.optimizer);
    s["train.learning_rate"] = text_of(e.train.learning_rate);
    s["train.weight_decay"] = exact(e.train.weight_decay);
    s["train.epochs"] = e.train.epochs ? std::to_string(*e.train.epochs) : "";
    s["train.steps"] = e.train.steps ? std::to_string(*e.train.steps) : "";
    s["train.minutes"] = e.train.minutes ? exact(*e.train.minutes) : "";
    s["train.seed"] = std::to_string(e.train.seed);
    s["train.target"] = e.train.target ? laptime::text_of(*e.train.target) : "";
    s["train.stop_at_target"] = e.train.target && e.train.stop_at_target ? "true" : "false";
    return s;
}

Facts facts_of(const Arm& arm) {
    Facts facts;
    for (const Arm::Run& run : arm.runs) {
        for (const auto& [name, value] : settings_of(run.details.experiment))
            facts[name].insert(value);
        for (const auto& [name, value] : run.details.machine)
            facts["machine." + name].insert(value);
        facts["data"].insert(run.details.data_fingerprint);
    }
    for (auto& [name, values] : facts) { // a fact that only some of the runs have
        if (name.rfind("machine.", 0) != 0)
            continue;
        for (const Arm::Run& run : arm.runs)
            if (run.details.machine.count(name.substr(8)) == 0)
                values.insert("");
    }
    return facts;
}

std::string text_of(const std::set<std::string>& values) {
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : " | ") + (value.empty() ? std::string("none") : value);
    return text;
}

bool is(const std::string& name, const char* room) {
    return name.rfind(room, 0) == 0;
}

} // namespace

std::vector<Difference> differences_between(const Arm& baseline, const Arm& other) {
    Facts a = facts_of(baseline), b = facts_of(other);
    for (const auto& [name, values] : b)
        a[name]; // the union of the names, so that one loop sees them all
    const bool other_devices = a["speed.devices"] != b["speed.devices"];
    std::vector<Difference> result;
    for (auto& [name, values] : a) {
        std::set<std::string> changed = b[name];
        if (values.empty())
            values.insert("");
        if (changed.empty())
            changed.insert("");
        const bool mixed_machines = is(name, "machine.") && (values.size() > 1 || changed.size() > 1);
        if (values == changed && !mixed_machines)
            continue;
        Difference difference{name, text_of(values), text_of(changed), false};
        const bool one_sided = values == std::set<std::string>{""} || changed == std::set<std::string>{""};
        // Another device brings its own driver and libraries: that is the setting, not an accident.
        difference.intended = is(name, "speed.") || name == "train.seed" ||
                              (is(name, "machine.") && other_devices && one_sided);
        result.push_back(std::move(difference));
    }
    return result;
}

} // namespace laptime
