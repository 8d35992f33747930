// SPDX-License-Identifier: Apache-2.0
// A file that appears whole or not at all: written beside its place under another name, then renamed.
#pragma once

#include <string>
#include <string_view>

namespace laptime {

class AtomicFile {
public:
    /// Throws InvalidInput that names the file and the reason (no such folder, not allowed, …).
    explicit AtomicFile(const std::string& path);
    ~AtomicFile(); ///< without commit() nothing is left
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view text);
    /// Brings everything to the disk and gives the file its name.
    void commit();

private:
    void flush();
    void write_now(std::string_view text);
    [[noreturn]] void fail(int error);

    std::string path_, temporary_, buffer_;
    int descriptor_ = -1;
};

/// The lower-case ending behind the last dot of the file's name, or "" without one.
std::string ending_of(const std::string& path);

} // namespace laptime
