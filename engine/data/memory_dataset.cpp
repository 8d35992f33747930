// SPDX-License-Identifier: Apache-2.0
// Reading is a copy; an index out of range is a mistake of the caller and is told as such.
#include "engine/data/memory_dataset.h"

#include <cstring>
#include <stdexcept>

namespace laptime {

MemoryDataset::MemoryDataset(std::shared_ptr<const StoredSamples> stored) : stored_(std::move(stored)) {}

MemoryDataset::MemoryDataset(std::shared_ptr<const StoredSamples> stored, std::vector<std::uint32_t> chosen)
    : stored_(std::move(stored)), chosen_(std::move(chosen)) {
    if (chosen_.empty())
        throw std::logic_error("a part of a data set must not be empty");
}

std::int64_t MemoryDataset::size() const {
    return static_cast<std::int64_t>(chosen_.empty() ? stored_->labels.size() : chosen_.size());
}

void MemoryDataset::read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const {
    const std::size_t bytes = stored_->sample.bytes();
    auto* to = static_cast<unsigned char*>(samples);
    auto* labels = static_cast<std::int32_t*>(targets);
    const auto count = static_cast<std::size_t>(size());
    for (const std::uint32_t index : indices) {
        if (index >= count)
            throw std::out_of_range("data set: item " + std::to_string(index) + " of " +
                                    std::to_string(count));
        const std::size_t item = chosen_.empty() ? index : chosen_[index];
        std::memcpy(to, stored_->bytes.get() + item * bytes, bytes);
        if (labels)
            *labels++ = stored_->labels[item];
        to += bytes;
    }
}

} // namespace laptime
