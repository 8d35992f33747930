// SPDX-License-Identifier: Apache-2.0
// Bytes that come one behind the other: a file, an unpacked file, an entry of an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace laptime {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Reads up to `size` bytes and returns how many there were: fewer only at the end. Throws DataError
    /// where the source is damaged or cannot be read.
    virtual std::size_t read(void* to, std::size_t size) = 0;
    /// What messages call it.
    virtual const std::string& name() const = 0;
    /// The most bytes that there can be: no header may promise more.
    virtual std::uint64_t most_bytes() const = 0;
};

} // namespace laptime
