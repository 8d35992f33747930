// SPDX-License-Identifier: Apache-2.0
// Where diagnostics go. The engine never writes to the terminal by itself: a program installs a sink.
#pragma once

#include <functional>
#include <string_view>

namespace laptime {

enum class LogLevel { debug, info, warning, error };

using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Replaces the sink (none at start: messages are dropped). Thread-safe.
void set_log_sink(LogSink sink);

/// Sends one message to the sink. Thread-safe.
void log(LogLevel level, std::string_view text);

} // namespace laptime
