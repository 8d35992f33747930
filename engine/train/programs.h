// SPDX-License-Identifier: Apache-2.0
// The compiled programs of one run on one session, by the batch sizes that its data will ask for.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/backends/device.h"
#include "engine/train/step_graph.h"

namespace laptime {

/// As even as possible, the larger parts first; parts of size 0 are left out. 100 over 3: 34, 33, 33.
std::vector<std::int64_t> split_evenly(std::int64_t items, std::int64_t parts);

/// Batch sizes that a run meets, all known before it starts.
struct BatchSizes {
    std::int64_t global_batch = 0,
                 last_batch = 0; ///< last_batch: the short one at an epoch's end, or global_batch
    std::int64_t accumulate = 1;
    std::int64_t evaluate = 0, last_evaluate = 0;
};

class Programs {
public:
    /// Compiles everything up front, so that memory is known and no step waits for a compilation.
    Programs(Session& session, const Model& model, const StepOptions& options, const BatchSizes& sizes);

    bool accumulates() const { return accumulates_; }
    /// The step program (or, with accumulation, the accumulate program) for a batch of that size.
    Program& train(std::int64_t batch) const { return *train_.at(batch); }
    Program& apply() const { return *apply_; }
    Program& evaluate(std::int64_t batch) const { return *evaluate_.at(batch); }
    /// The staged graph of the full-size training program.
    const StagedGraph& staged() const { return staged_; }

private:
    bool accumulates_;
    std::map<std::int64_t, std::unique_ptr<Program>> train_, evaluate_;
    std::unique_ptr<Program> apply_;
    StagedGraph staged_;
};

} // namespace laptime
