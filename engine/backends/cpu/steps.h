// SPDX-License-Identifier: Apache-2.0
// What a program does, in order: each step is one kernel and the values that it reads and writes. Made from a
// graph's nodes, most of them one to one; fusions that only this device knows join several nodes into one
// step.
#pragma once

#include <string>
#include <vector>

#include "engine/backends/cpu/kernel.h"
#include "engine/graph/graph.h"

namespace laptime::cpu {

struct Step {
    std::string name; ///< "conv1/conv2d", for messages and profiles
    std::vector<ValueId> inputs, outputs;
    Kernel kernel;
    int in_place = -1;       ///< the input whose memory outputs[0] may take over
    int or_in_place = -1;    ///< another such input, where the first one is needed later
    bool is_reshape = false; ///< outputs[0] is inputs[0]'s bytes
    std::vector<int> mutates;
};

/// Throws DeviceError where the cpu device has no kernel for an operation, its types or its shapes.
std::vector<Step> make_steps(const Graph& graph, int threads);

} // namespace laptime::cpu
