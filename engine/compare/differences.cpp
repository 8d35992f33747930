// SPDX-License-Identifier: Apache-2.0
// In what the two arms differ. A [speed] setting is what one compares on purpose; every other difference
// could be the real cause of what is measured, and so confounds the comparison.
#include <map>
#include <set>

#include "engine/compare/parts.h"
#include "engine/compare/settings.h"

namespace laptime {

namespace {

/// Facts of an arm: for each name, every value that one of its runs has ("" for none).
using Facts = std::map<std::string, std::set<std::string>>;

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
    for (const Arm* arm : {&baseline, &other})
        for (const Arm::Run& run : arm->runs)
            if (!run.details.experiment_problem
                     .empty()) // its settings are not known, so neither is what differs
                result.push_back({"experiment of run " + std::to_string(run.details.row.id),
                                  arm == &baseline ? run.details.experiment_problem : "",
                                  arm == &other ? run.details.experiment_problem : "", false});
    return result;
}

} // namespace laptime
