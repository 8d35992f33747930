// SPDX-License-Identifier: Apache-2.0
// Time: a monotonic clock for durations, UTC for the history.
#pragma once

#include <cstdint>
#include <string>

namespace laptime {

/// Seconds of the monotonic clock; only differences mean something.
double monotonic_seconds();

/// Monotonic time at which this process started (from the kernel's accounting, resolution 10 ms).
double process_start_seconds();

/// Microseconds since 1970-01-01T00:00:00Z.
std::int64_t utc_microseconds();

/// "2026-12-01T14:08:45Z" for a time of utc_microseconds().
std::string utc_text(std::int64_t microseconds);

} // namespace laptime
