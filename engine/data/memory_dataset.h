// SPDX-License-Identifier: Apache-2.0
// A data set that lies in memory as bytes, or a chosen part of one.
#pragma once

#include <memory>

#include "engine/data/dataset.h"

namespace laptime {

/// Samples one behind the other, and their labels; shared by all parts of a split.
struct StoredSamples {
    SampleType sample;
    TargetType target;
    std::unique_ptr<unsigned char[]> bytes;
    std::vector<std::int32_t> labels;
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

} // namespace laptime
