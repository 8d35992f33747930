// SPDX-License-Identifier: Apache-2.0
// A small file as bytes: read at any place, or whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace laptime {

class FileBytes {
public:
    /// Throws DataError, naming the file, where it cannot be opened, or is not a plain file.
    explicit FileBytes(std::string path);
    ~FileBytes();
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    const std::string& path() const { return path_; }
    std::uint64_t size() const { return size_; }

    /// Fills `to` from `offset` on as far as the file goes, and returns how many bytes there were.
    std::size_t read_at(std::uint64_t offset, std::span<unsigned char> to) const;
    /// All of it into `to`, whose memory is used again.
    void read_all(std::vector<unsigned char>& to) const;

private:
    std::string path_;
    int file_ = -1;
    std::uint64_t size_ = 0;
};

} // namespace laptime
