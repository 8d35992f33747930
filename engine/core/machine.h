// SPDX-License-Identifier: Apache-2.0
// The machine that a run ran on, as the history keeps it and as comparisons look for differences.
#pragma once

#include <map>
#include <string>

namespace laptime {

/// Facts by name, in the words of a report: "cpu", "cores", "memory", "kernel", "laptime", "host".
/// Libraries and devices add their own ("onednn" = "2.6.3").
using MachineFacts = std::map<std::string, std::string>;

MachineFacts machine_facts();

/// Changes with every boot of the machine (/proc/sys/kernel/random/boot_id).
std::string boot_id();

/// Installed memory in bytes.
long long installed_memory();

/// CPU cores this process may use.
int usable_cores();

} // namespace laptime
