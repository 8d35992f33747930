// SPDX-License-Identifier: Apache-2.0
// Whose run it is: enough about a process to tell later, from another one, whether it still lives.
#pragma once

#include <cstdint>
#include <string>

#include "engine/experiment/run_events.h"

namespace laptime::history {

struct Owner {
    std::int64_t pid = 0;
    std::int64_t start =
        0;             ///< kernel's start time of the process in clock ticks: a reused pid has another one
    std::string place; ///< boot id and process-id namespace: where the pid means anything
};

/// This process.
const Owner& this_process();

/// False when the owner of a run in that state is certainly gone. A process in another container of the same
/// boot cannot be seen, so there the age of the last heartbeat decides.
bool is_alive(const Owner& owner, RunStatus status, double heartbeat_age_s);

} // namespace laptime::history
