// SPDX-License-Identifier: Apache-2.0
#include "engine/core/clock.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace laptime {

double monotonic_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double process_start_seconds() {
    static const double start = [] {
        const double now = monotonic_seconds();
        std::ifstream stat("/proc/self/stat"), uptime("/proc/uptime");
        std::string line;
        double up = 0;
        if (!std::getline(stat, line) || !(uptime >> up) || line.rfind(')') == std::string::npos)
            return now;
        std::istringstream fields(
            line.substr(line.rfind(')') + 2)); // the name in parentheses may hold spaces
        std::string skipped;
        for (int i = 0; i < 19; ++i)
            fields >> skipped;
        double ticks = 0;
        fields >> ticks; // field 22 of proc(5): start time after boot
        return now - (up - ticks / static_cast<double>(sysconf(_SC_CLK_TCK)));
    }();
    return start;
}

std::int64_t utc_microseconds() {
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string utc_text(std::int64_t microseconds) {
    const std::time_t seconds = microseconds / 1000000 - (microseconds % 1000000 < 0 ? 1 : 0);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

} // namespace laptime
