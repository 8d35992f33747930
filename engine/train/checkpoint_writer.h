// SPDX-License-Identifier: Apache-2.0
// Writes checkpoints on a thread of its own, so that training waits for nothing but the copy of its weights.
#pragma once

#include <memory>
#include <string>

#include "engine/train/checkpoint.h"

namespace laptime {

class CheckpointWriter {
public:
    /// `folder`: the run's artifacts; empty: nothing is written.
    explicit CheckpointWriter(std::string folder);
    /// Waits until all is written.
    ~CheckpointWriter();
    CheckpointWriter(const CheckpointWriter&) = delete;
    CheckpointWriter& operator=(const CheckpointWriter&) = delete;

    bool is_on() const;
    /// Takes a checkpoint to be written under each of the names; one that still waits under a name is
    /// replaced by the newer one.
    void write(std::shared_ptr<const Checkpoint> checkpoint, const std::string& name);
    /// Returns when everything handed over so far is on the disk, or could not be written.
    void flush();
    /// What went wrong since the last call; empty: nothing. A full disk does not cost the run: the next
    /// checkpoint tries again.
    std::string take_trouble();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
