// SPDX-License-Identifier: Apache-2.0
// Process identity from /proc (see owner.h).
#include "engine/history/owner.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "engine/core/machine.h"

namespace laptime::history {

namespace {

constexpr double foreign_running_s = 60, foreign_queued_s = 86400;

/// Field 22 of /proc/PID/stat; 0 when it cannot be read. A zombie counts as gone: -1.
std::int64_t start_of(std::int64_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    const std::string stat((std::istreambuf_iterator<char>(in)), {});
    // The second field is the program's name in parentheses and may itself hold blanks and parentheses.
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos || name_end + 2 >= stat.size())
        return 0;
    if (stat[name_end + 2] == 'Z' || stat[name_end + 2] == 'X')
        return -1;
    std::size_t at = name_end + 2;
    for (int field = 3; field < 22; ++field) {
        at = stat.find(' ', at);
        if (at == std::string::npos)
            return 0;
        ++at;
    }
    return std::strtoll(stat.c_str() + at, nullptr, 10);
}

std::string process_namespace() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
}

std::string boot_of(const std::string& place) {
    return place.substr(0, place.find(' '));
}

} // namespace

const Owner& this_process() {
    // getpid() is compared because a forked child is another process.
    thread_local Owner owner;
    if (owner.pid != getpid())
        owner = {getpid(), start_of(getpid()), boot_id() + " " + process_namespace()};
    return owner;
}

bool is_alive(const Owner& owner, RunStatus status, double heartbeat_age_s) {
    const Owner& self = this_process();
    if (owner.pid <= 0 || boot_of(owner.place) != boot_of(self.place))
        return false;
    if (owner.place != self.place)
        return heartbeat_age_s < (status == RunStatus::queued ? foreign_queued_s : foreign_running_s);
    if (owner.pid == self.pid)
        return owner.start == self.start;
    if (kill(static_cast<pid_t>(owner.pid), 0) != 0 && errno == ESRCH)
        return false;
    const std::int64_t start = start_of(owner.pid);
    // 0: the process is there but hidden from this user, so its age cannot be compared.
    return start == 0 || start == owner.start;
}

} // namespace laptime::history
