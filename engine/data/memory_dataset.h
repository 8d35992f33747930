// SPDX-License-Identifier: Apache-2.0
// A data set that lies in memory, or a chosen part of one.
#pragma once

#include <memory>

#include "engine/data/dataset.h"

namespace laptime {

/// Samples one behind the other, and their targets; shared by all parts of a split.
struct StoredSamples {
    SampleType sample;
    TargetType target;
    std::unique_ptr<unsigned char[]> bytes;
    std::vector<std::int32_t> labels; ///< where the target is a class
    std::vector<float> values;        ///< where it is values: target.width each
    std::int64_t items = 0;           ///< only read where there is no target (for prediction)

    std::int64_t count() const;
};

class MemoryDataset : public Dataset {
public:
    /// All of it.
    explicit MemoryDataset(std::shared_ptr<const StoredSamples> stored);
    /// The items of the given indices, in that order.
    MemoryDataset(std::shared_ptr<const StoredSamples> stored, std::vector<std::uint32_t> chosen);

    SampleType sample() const override { return stored_->sample; }
    TargetType target() const override { return stored_->target; }
    std::int64_t size() const override;
    void read(std::span<const std::uint32_t> indices, Epoch epoch, void* samples,
              void* targets) const override;

private:
    std::shared_ptr<const StoredSamples> stored_;
    std::vector<std::uint32_t> chosen_; ///< empty: all
};

/// Throws the error of Dataset::read for an index that is not in 0…size-1.
void check_index(std::uint32_t index, std::int64_t size);

} // namespace laptime
