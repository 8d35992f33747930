// SPDX-License-Identifier: Apache-2.0
// Made-up runs that look like real ones: for tests, benchmarks and work on the screen. Everything follows
// from the seed.
#pragma once

#include <vector>

#include "engine/experiment/experiment.h"
#include "engine/experiment/run_events.h"

namespace laptime::made {

constexpr std::int64_t train_size = 60000;

/// Run number `n`, from 0: precisions, batches and seeds in turn.
Experiment experiment(int n);

struct Run {
    RunStart start;
    std::vector<StepPoint> steps;
    std::vector<EpochPoint> epochs;
    RunEnd end;
};

/// A finished run of that experiment with so many steps: a loss that falls with noise, times with hiccups,
/// epochs.
Run run(const Experiment& experiment, std::int64_t steps);

} // namespace laptime::made
