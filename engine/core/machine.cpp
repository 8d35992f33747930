// SPDX-License-Identifier: Apache-2.0
// Facts of the machine, from the kernel's own files, so that no command has to be run.
#include "engine/core/machine.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sched.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace laptime {

namespace {

/// The text behind "key :" of the first line that starts with `key` in a file such as /proc/cpuinfo.
std::string field_of(const char* file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, key.size(), key) != 0)
            continue;
        const std::size_t colon = line.find(':');
        const std::size_t start =
            colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
        if (start != std::string::npos)
            return line.substr(start, line.find_last_not_of(" \t") + 1 - start);
    }
    return {};
}

} // namespace

MachineFacts machine_facts() {
    MachineFacts facts;
    utsname names{};
    uname(&names);
    std::string cpu = field_of("/proc/cpuinfo", "model name");
    facts["cpu"] = cpu.empty() ? names.machine : cpu;
    facts["cores"] = std::to_string(usable_cores());
    char memory[32];
    std::snprintf(memory, sizeof memory, "%.1f GiB", static_cast<double>(installed_memory()) / 0x1p30);
    facts["memory"] = memory;
    facts["kernel"] = std::string(names.sysname) + " " + names.release;
    facts["host"] = names.nodename;
    facts["laptime"] = LAPTIME_VERSION;
    return facts;
}

std::string boot_id() {
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(in, id);
    return id;
}

long long installed_memory() {
    return static_cast<long long>(sysconf(_SC_PHYS_PAGES)) * static_cast<long long>(sysconf(_SC_PAGESIZE));
}

int usable_cores() {
    // What the process may run on (taskset, cgroup cpusets), which can be less than what the machine has.
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

} // namespace laptime
