// SPDX-License-Identifier: Apache-2.0
#include "engine/core/log.h"

#include <mutex>
#include <utility>

namespace laptime {

namespace {
std::mutex sink_mutex;
LogSink current_sink;
} // namespace

void set_log_sink(LogSink sink) {
    const std::lock_guard lock(sink_mutex);
    current_sink = std::move(sink);
}

void log(LogLevel level, std::string_view text) {
    const std::lock_guard lock(sink_mutex);
    if (current_sink)
        current_sink(level, text);
}

} // namespace laptime
