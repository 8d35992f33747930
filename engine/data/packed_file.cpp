// SPDX-License-Identifier: Apache-2.0
// zlib's inflate straight into the caller's memory; gzFile would copy everything once more.
#include "engine/data/packed_file.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr std::size_t input_buffer = std::size_t{1} << 18;
constexpr int gzip_only = 16 + MAX_WBITS;
/// Deflate cannot pack more tightly than this (zlib's technical notes: 1032 to 1).
constexpr std::uint64_t best_ratio = 1032;

} // namespace

struct PackedFile::Gzip {
    z_stream stream{};
    std::vector<unsigned char> input = std::vector<unsigned char>(input_buffer);
    bool between_members = false; ///< one gzip stream has ended; another one may follow

    Gzip() { inflateInit2(&stream, gzip_only); }
    ~Gzip() { inflateEnd(&stream); }
};

PackedFile::PackedFile(std::string path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (file_ < 0 || ::fstat(file_, &info) != 0 || S_ISDIR(info.st_mode)) {
        const std::string why = file_ < 0 ? std::strerror(errno) : "it is a folder";
        if (file_ >= 0)
            ::close(file_);
        throw DataError("cannot read the data file " + path_ + ": " + why);
    }
    size_ = static_cast<std::uint64_t>(info.st_size);
    unsigned char magic[2] = {};
    if (::pread(file_, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b)
        gzip_ = std::make_unique<Gzip>();
}

PackedFile::~PackedFile() {
    ::close(file_);
}

std::uint64_t PackedFile::most_bytes() const {
    return gzip_ ? size_ * best_ratio : size_;
}

std::size_t PackedFile::read(void* to, std::size_t size) {
    return gzip_ ? read_packed(to, size) : read_unpacked(to, size);
}

std::size_t PackedFile::read_unpacked(void* to, std::size_t size) {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::read(file_, static_cast<char*>(to) + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw DataError("cannot read the data file " + path_ + ": " + std::strerror(errno));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::size_t PackedFile::read_packed(void* to, std::size_t size) {
    z_stream& stream = gzip_->stream;
    std::size_t done = 0;
    while (done < size) {
        if (stream.avail_in == 0) {
            const std::size_t got = read_unpacked(gzip_->input.data(), input_buffer);
            if (got == 0 && gzip_->between_members)
                break;
            if (got == 0)
                throw DataError("the data file " + path_ +
                                " is truncated: its gzip stream ends in the middle; get the file again");
            stream.next_in = gzip_->input.data();
            stream.avail_in = static_cast<uInt>(got);
        }
        if (gzip_->between_members) {
            inflateReset(&stream);
            gzip_->between_members = false;
        }
        const auto piece = static_cast<uInt>(std::min<std::size_t>(size - done, INT_MAX));
        stream.next_out = static_cast<unsigned char*>(to) + done;
        stream.avail_out = piece;
        const int result = inflate(&stream, Z_NO_FLUSH);
        done += piece - stream.avail_out;
        if (result == Z_STREAM_END)
            gzip_->between_members = true;
        else if (result != Z_OK && result != Z_BUF_ERROR)
            throw DataError("the data file " + path_ +
                            " is damaged: " + (stream.msg ? stream.msg : "its gzip stream makes no sense") +
                            "; get the file again");
    }
    return done;
}

} // namespace laptime
