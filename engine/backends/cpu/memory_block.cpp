// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/memory_block.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>

#include "engine/core/error.h"

namespace laptime::cpu {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

[[noreturn]] void out_of_memory(std::size_t bytes) {
    throw RunError("not enough memory: " + std::to_string(bytes >> 20) +
                   " MiB could not be had; use a smaller batch");
}

} // namespace

MemoryBlock::MemoryBlock(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0)
        return;
    if (bytes < 2 * huge_page) {
        const std::size_t rounded = (bytes + 63) / 64 * 64;
        data_ = static_cast<std::byte*>(std::aligned_alloc(64, rounded));
        if (!data_)
            out_of_memory(bytes);
        std::memset(data_, 0, rounded);
        return;
    }
    mapped_bytes_ = bytes + huge_page;
    void* mapped = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        out_of_memory(bytes);
    mapped_ = mapped;
    const auto address = reinterpret_cast<std::uintptr_t>(mapped);
    data_ = static_cast<std::byte*>(mapped) + ((address + huge_page - 1) / huge_page * huge_page - address);
    madvise(data_, bytes, MADV_HUGEPAGE); // only advice: small pages work as well
}

MemoryBlock::~MemoryBlock() {
    if (mapped_)
        munmap(mapped_, mapped_bytes_);
    else
        std::free(data_);
}

} // namespace laptime::cpu
