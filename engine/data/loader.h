// SPDX-License-Identifier: Apache-2.0
// Shuffles and gathers the batches of an epoch on a thread of its own, ahead of the trainer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/data/dataset.h"

namespace laptime {

/// One global batch: all that one optimizer step sees. Valid until handed back.
struct Batch {
    std::vector<unsigned char> samples; ///< items × sample().bytes()
    std::vector<unsigned char> targets; ///< items × target().bytes()
    std::int64_t epoch = 0;             ///< from 1
    std::int64_t number = 0;            ///< within its epoch, from 0
    std::int64_t items = 0;             ///< may be fewer than global_batch at an epoch's end
    bool last_of_epoch = false;
};

/// Endless: epoch after epoch, each in its own order keyed by (seed, epoch).
class Loader {
public:
    /// Starts at batch `first_number` of `first_epoch` (a resumed run). `depth`: batches prepared ahead.
    Loader(std::shared_ptr<const Dataset> dataset, std::uint64_t seed, std::int64_t global_batch,
           std::int64_t first_epoch = 1, std::int64_t first_number = 0, int depth = 8);
    ~Loader();
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    /// The next batch in order; waits for it if need be. Throws what reading threw.
    std::unique_ptr<Batch> next();
    /// Gives a used batch's memory back for reuse.
    void recycle(std::unique_ptr<Batch> batch);

    std::int64_t batches_per_epoch() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
