// SPDX-License-Identifier: Apache-2.0
// A ZIP archive, read only: entries that are stored or deflated, with the 64-bit extension. (PKWARE's
// APPNOTE.TXT 6.3; what numpy.savez and numpy.savez_compressed write.)
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/data/byte_source.h"

namespace laptime {

class ZipFile {
public:
    struct Entry {
        std::string name;
        std::uint64_t packed_size = 0, size = 0, header_at = 0;
        std::uint32_t crc = 0;
        unsigned method = 0; ///< 0: stored, 8: deflated
        bool encrypted = false;
    };

    /// Throws DataError, naming the file, when it cannot be read or is no whole ZIP archive.
    explicit ZipFile(std::string path);
    ~ZipFile();
    ZipFile(const ZipFile&) = delete;
    ZipFile& operator=(const ZipFile&) = delete;

    const std::vector<Entry>& entries() const { return entries_; }

    /// The unpacked bytes of an entry; may be read beside other entries, by one thread each, while the
    /// archive lives. Its end is checked against the size and the checksum that the archive holds. Throws
    /// DataError for a way of packing that is not read.
    std::unique_ptr<ByteSource> open(const Entry& entry) const;

private:
    void read_directory();
    void read_at(std::uint64_t at, void* to, std::size_t size) const;
    [[noreturn]] void damaged(const std::string& why) const;

    std::string path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
    std::vector<Entry> entries_;
};

} // namespace laptime
