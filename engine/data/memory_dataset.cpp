// SPDX-License-Identifier: Apache-2.0
// Reading is a copy; an index out of range is a mistake of the caller and is told as such.
#include "engine/data/memory_dataset.h"

#include <cstring>
#include <stdexcept>

namespace laptime {

std::int64_t StoredSamples::count() const {
    if (!labels.empty())
        return static_cast<std::int64_t>(labels.size());
    return values.empty() ? items : static_cast<std::int64_t>(values.size()) / target.width;
}

void check_index(std::uint32_t index, std::int64_t size) {
    if (static_cast<std::int64_t>(index) >= size)
        throw std::out_of_range("data set: item " + std::to_string(index) + " of " + std::to_string(size));
}

MemoryDataset::MemoryDataset(std::shared_ptr<const StoredSamples> stored) : stored_(std::move(stored)) {}

MemoryDataset::MemoryDataset(std::shared_ptr<const StoredSamples> stored, std::vector<std::uint32_t> chosen)
    : stored_(std::move(stored)), chosen_(std::move(chosen)) {
    if (chosen_.empty())
        throw std::logic_error("a part of a data set must not be empty");
}

std::int64_t MemoryDataset::size() const {
    return chosen_.empty() ? stored_->count() : static_cast<std::int64_t>(chosen_.size());
}

void MemoryDataset::read(std::span<const std::uint32_t> indices, Epoch, void* samples, void* targets) const {
    const std::size_t bytes = stored_->sample.bytes(), target_bytes = stored_->target.bytes();
    const void* source =
        stored_->labels.empty() ? static_cast<const void*>(stored_->values.data()) : stored_->labels.data();
    const bool has_target = !stored_->labels.empty() || !stored_->values.empty();
    auto* to = static_cast<unsigned char*>(samples);
    auto* target_to = static_cast<unsigned char*>(targets);
    const std::int64_t count = size();
    for (const std::uint32_t index : indices) {
        check_index(index, count);
        const std::size_t item = chosen_.empty() ? index : chosen_[index];
        std::memcpy(to, stored_->bytes.get() + item * bytes, bytes);
        to += bytes;
        if (target_to && has_target) {
            std::memcpy(target_to, static_cast<const unsigned char*>(source) + item * target_bytes,
                        target_bytes);
            target_to += target_bytes;
        }
    }
}

} // namespace laptime
