// SPDX-License-Identifier: Apache-2.0
// An input as a file that readers can open by its path; it never touches a disk.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/fuzz_target.h"

namespace laptime::fuzz {

class InputFile {
public:
    explicit InputFile(std::span<const unsigned char> bytes) : file_(memfd_create("input", MFD_CLOEXEC)) {
        if (file_ < 0 || ::write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("no memory for a file");
        path_ = "/proc/self/fd/" + std::to_string(file_);
    }
    ~InputFile() { ::close(file_); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    const std::string& path() const { return path_; }

private:
    int file_;
    std::string path_;
};

} // namespace laptime::fuzz
