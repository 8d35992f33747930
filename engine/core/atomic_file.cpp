// SPDX-License-Identifier: Apache-2.0
// AtomicFile on POSIX: O_EXCL under a name of this process, fsync, rename.
#include "engine/core/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/error.h"

namespace laptime {

namespace {
constexpr std::size_t buffer_bytes = 1 << 16;
}

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
    struct stat status {};
    if (path.empty())
        throw InvalidInput("the name of the file to write is empty");
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        throw InvalidInput("cannot write " + path + ": it is there and is not a plain file");
    temporary_ = path + "." + std::to_string(getpid()) + ".part";
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
        const int error = errno;
        temporary_.clear();
        fail(error);
    }
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0)
        close(descriptor_);
    if (!temporary_.empty())
        unlink(temporary_.c_str());
}

void AtomicFile::fail(int error) {
    throw InvalidInput("cannot write " + path_ + ": " + std::strerror(error) +
                       (error == ENOENT ? " (does its folder exist?)" : ""));
}

void AtomicFile::write(std::string_view text) {
    if (buffer_.size() + text.size() < buffer_bytes) {
        buffer_ += text;
        return;
    }
    flush();
    write_now(text);
}

void AtomicFile::flush() {
    write_now(buffer_);
    buffer_.clear();
}

void AtomicFile::write_now(std::string_view text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            fail(errno);
        }
        done += static_cast<std::size_t>(written);
    }
}

void AtomicFile::commit() {
    flush();
    if (fsync(descriptor_) != 0 && errno != EINVAL)
        fail(errno);
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (close(descriptor) != 0)
        fail(errno);
    if (rename(temporary_.c_str(), path_.c_str()) != 0)
        fail(errno);
    temporary_.clear();
}

std::string ending_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos)
        return {};
    std::string ending = name.substr(dot + 1);
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

} // namespace laptime
