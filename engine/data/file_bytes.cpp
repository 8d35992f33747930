// SPDX-License-Identifier: Apache-2.0
// Plain system calls: a data set of small pictures opens tens of thousands of files in a few seconds.
#include "engine/data/file_bytes.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace laptime {

FileBytes::FileBytes(std::string path) : path_(std::move(path)) {
    // Without O_NONBLOCK a named pipe would be waited for.
    file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat info {};
    if (file_ < 0 || ::fstat(file_, &info) != 0 || !S_ISREG(info.st_mode)) {
        const std::string why = file_ < 0 ? std::strerror(errno) : "it is not a plain file";
        if (file_ >= 0)
            ::close(file_);
        throw DataError("cannot read the file " + path_ + ": " + why);
    }
    size_ = static_cast<std::uint64_t>(info.st_size);
}

FileBytes::~FileBytes() {
    ::close(file_);
}

std::size_t FileBytes::read_at(std::uint64_t offset, std::span<unsigned char> to) const {
    std::size_t done = 0;
    while (done < to.size()) {
        const ssize_t got =
            ::pread(file_, to.data() + done, to.size() - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw DataError("cannot read the file " + path_ + ": " + std::strerror(errno));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

void FileBytes::read_all(std::vector<unsigned char>& to) const {
    to.resize(size_);
    to.resize(read_at(0, to));
}

} // namespace laptime
