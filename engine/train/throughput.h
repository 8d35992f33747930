// SPDX-License-Identifier: Apache-2.0
// Steady-state throughput of a run.
#pragma once

#include <cstdint>
#include <vector>

namespace laptime {

/// Median of samples/s over training steps. The first execution and at least the first five steps are
/// warm-up: they allocate, fault pages in and fill caches. A run shorter than that is measured over what it
/// has after its first step.
class Throughput {
public:
    void add(std::int64_t samples, double step_s) { rates_.push_back(static_cast<double>(samples) / step_s); }
    /// Ends the warm-up no earlier than here (after the first execution).
    void first_execution_done() { first_execution_ = rates_.size(); }
    double samples_per_second() const; ///< NaN before the second step

private:
    std::vector<double> rates_;
    std::size_t first_execution_ = 0;
};

} // namespace laptime
