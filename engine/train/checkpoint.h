// SPDX-License-Identifier: Apache-2.0
// A checkpoint: every variable and state of a session, and the run's progress, in one safetensors file.
// Written to a temporary file, synced and renamed, so that a file of that name is always whole.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/experiment/run_events.h"
#include "engine/train/safetensors.h"

namespace laptime {

/// Names in a run's artifacts folder: where it stands, and where its monitored metric was best.
constexpr const char* last_checkpoint_name = "last.ckpt";
constexpr const char* best_checkpoint_name = "best.ckpt";

/// Where a run stands between two executions.
struct Progress {
    std::int64_t step = 0;    ///< optimizer steps done, skipped ones included
    std::int64_t epoch = 1;   ///< the epoch that is going on, from 1
    std::int64_t batch = 0;   ///< batches of it already done; all of them: only its evaluation is missing
    std::int64_t samples = 0; ///< seen over all epochs
    double epoch_loss = 0;    ///< sum over items of this epoch
    double epoch_correct = 0; ///< how many of them were right
    std::int64_t epoch_items = 0;
    double epoch_train_s = 0;
    std::int64_t skipped = 0, skipped_in_a_row = 0;
    double wall_s = 0; ///< of the run so far, pauses excluded
    double startup_s = 0;
    double best = not_measured;                                  ///< of the monitored metric
    std::int64_t best_epoch = 0;                                 ///< the epoch that reached it
    double val_loss = not_measured, val_accuracy = not_measured; ///< of the last evaluation
    double time_to_target_s = not_measured;
    TimeAccount time;
};

struct Checkpoint {
    Progress progress;
    std::string experiment;       ///< text of the experiment file, to refuse a resumption of something else
    std::string preprocessing;    ///< of the data (DataSplit::preprocessing), for prediction without it
    std::string data_fingerprint; ///< of what it was trained on
    std::vector<StoredTensor> tensors;
};

/// Throws RunError naming the file when it cannot be written. Its folder is made where it is missing.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

/// Throws DataError naming the file when it is missing or not whole.
Checkpoint read_checkpoint(const std::string& path);

} // namespace laptime
