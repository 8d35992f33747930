// SPDX-License-Identifier: Apache-2.0
// Which of a run's first steps are warm-up: caches fill, memory is touched for the first time, clocks rise.
#pragma once

#include <cstddef>
#include <span>

namespace laptime {

/// How many of the first steps to leave out of every statistic. The rule, with K = steps_per_execution:
///  1. at least the first max(5, 2·K) steps;
///  2. then further, K (at least 5) steps at a time, until the median of such a group is at most 10 % above
///  the
///     median of the run's second half;
///  3. but never more than half of the steps, and of a run shorter than 4·max(5, 2·K) steps only a quarter.
std::size_t warm_up_steps(std::span<const double> seconds_per_sample, int steps_per_execution);

} // namespace laptime
