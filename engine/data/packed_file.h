// SPDX-License-Identifier: Apache-2.0
// Reads a file from its beginning, gzipped or plain: the first two bytes tell which, whatever the name says.
#pragma once

#include <memory>
#include <string>

#include "engine/data/byte_source.h"

namespace laptime {

class PackedFile : public ByteSource {
public:
    /// Throws DataError when the file cannot be opened or read.
    explicit PackedFile(std::string path);
    ~PackedFile() override;
    PackedFile(const PackedFile&) = delete;
    PackedFile& operator=(const PackedFile&) = delete;

    /// Reads up to `size` unpacked bytes and returns how many there were: fewer only at the end of the file.
    /// Throws DataError where the gzip stream is damaged or ends in the middle.
    std::size_t read(void* to, std::size_t size) override;

    const std::string& path() const { return path_; }
    const std::string& name() const override { return path_; }
    /// The most bytes that a file of this size can hold unpacked.
    std::uint64_t most_bytes() const override;

private:
    struct Gzip;
    std::size_t read_packed(void* to, std::size_t size);
    std::size_t read_unpacked(void* to, std::size_t size);

    std::string path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
    std::unique_ptr<Gzip> gzip_; ///< null: the file is plain
};

} // namespace laptime
