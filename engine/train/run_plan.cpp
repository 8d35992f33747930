// SPDX-License-Identifier: Apache-2.0
// What can be said about a run without running it.
#include <algorithm>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/train/run_setup.h"

namespace laptime {

RunPlan plan_run(const Experiment& experiment) {
    return RunSetup(experiment, false).plan;
}

std::vector<std::string> pass_names() {
    return {"forward", "differentiate", "precision", "fuse", "device"};
}

std::string dump_graph(const Experiment& experiment, const std::string& pass) {
    const std::vector<std::string> names = pass_names();
    if (std::ranges::find(names, pass) == names.end()) {
        std::string known;
        for (const std::string& name : names)
            known += (known.empty() ? "" : ", ") + name;
        throw InvalidInput("there is no pass '" + pass + "'; --dump takes one of " + known);
    }
    const RunSetup setup(experiment, false);
    for (const auto& [name, graph] : setup.programs->staged().stages)
        if (name == pass)
            return graph.text();
    return setup.programs->train(split_evenly(setup.sizes.global_batch, setup.sizes.accumulate).front())
        .graph()
        .text();
}

} // namespace laptime
