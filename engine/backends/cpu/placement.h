// SPDX-License-Identifier: Apache-2.0
// Where the values of a program live in its arena.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/backends/cpu/steps.h"

namespace laptime::cpu {

struct Placement {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::vector<std::size_t>
        values; ///< offset of each value in the arena; nowhere for what the session or host holds
    std::vector<std::size_t> scratch; ///< offset of each step's work space
    std::vector<ValueId>
        stands_on; ///< for a reshape of an input: the input whose memory it is; else the value itself
    std::size_t total = 0;
};

/// Reshapes stand on what they reshape, and steps that may work in place do so where nobody needs their input
/// later.
Placement place(const Graph& graph, const std::vector<Step>& steps);

} // namespace laptime::cpu
