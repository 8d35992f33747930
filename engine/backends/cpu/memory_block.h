// SPDX-License-Identifier: Apache-2.0
// A zero-filled, 64-byte aligned piece of memory. Large ones ask for huge pages, which spares thousands of
// page faults in the first step.
#pragma once

#include <cstddef>
#include <utility>

namespace laptime::cpu {

class MemoryBlock {
public:
    MemoryBlock() = default;
    /// Throws RunError when there is not enough memory.
    explicit MemoryBlock(std::size_t bytes);
    ~MemoryBlock();
    MemoryBlock(MemoryBlock&& other) noexcept { swap(other); }
    MemoryBlock& operator=(MemoryBlock&& other) noexcept {
        swap(other);
        return *this;
    }

    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

private:
    void swap(MemoryBlock& other) {
        std::swap(data_, other.data_);
        std::swap(bytes_, other.bytes_);
        std::swap(mapped_, other.mapped_);
        std::swap(mapped_bytes_, other.mapped_bytes_);
    }
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
    void* mapped_ = nullptr; ///< what to give back to the kernel; null where the heap was used
    std::size_t mapped_bytes_ = 0;
};

} // namespace laptime::cpu
