// SPDX-License-Identifier: Apache-2.0
// Fusions that only this device knows: several nodes of a graph as one step. They change how a program is
// run, not the graph, which stays as the passes left it.
#pragma once

#include <map>
#include <set>

#include "engine/backends/cpu/steps.h"

namespace laptime::cpu {

struct Fusions {
    std::map<int, Step> steps; ///< in place of the node of that index
    std::set<int> absorbed;    ///< nodes whose work one of the steps does
};

Fusions find_fusions(const Graph& graph);

} // namespace laptime::cpu
