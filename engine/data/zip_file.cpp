// SPDX-License-Identifier: Apache-2.0
// Every number of the archive is checked against the file's size before it is used.
#include "engine/data/zip_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr std::uint32_t end_mark = 0x06054b50, end64_mark = 0x06064b50, locator64_mark = 0x07064b50,
                        entry_mark = 0x02014b50, header_mark = 0x04034b50;
constexpr std::size_t end_bytes = 22, locator64_bytes = 20, end64_bytes = 56, entry_bytes = 46,
                      header_bytes = 30, longest_comment = 65535;
constexpr std::uint32_t see_64 = 0xFFFFFFFF;
constexpr std::size_t input_buffer = std::size_t{1} << 17;
/// Deflate cannot pack more tightly than this (zlib's technical notes).
constexpr std::uint64_t best_ratio = 1032;

std::uint64_t number(const unsigned char* at, int bytes) {
    std::uint64_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

class EntrySource : public ByteSource {
public:
    EntrySource(int file, std::string name, const ZipFile::Entry& entry, std::uint64_t data_at)
        : file_(file), name_(std::move(name)), entry_(entry), at_(data_at), input_(input_buffer) {
        inflateInit2(&stream_, -MAX_WBITS);
    }
    ~EntrySource() override { inflateEnd(&stream_); }
    EntrySource(const EntrySource&) = delete;
    EntrySource& operator=(const EntrySource&) = delete;

    const std::string& name() const override { return name_; }
    std::uint64_t most_bytes() const override {
        return entry_.method == 0 ? entry_.packed_size
                                  : std::min(entry_.size, entry_.packed_size * best_ratio);
    }

    std::size_t read(void* to, std::size_t size) override {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, entry_.size - done_));
        if (size == 0)
            return 0;
        entry_.method == 0 ? read_stored(to, size) : read_deflated(to, size);
        crc_ = static_cast<std::uint32_t>(crc32_z(crc_, static_cast<const unsigned char*>(to), size));
        done_ += size;
        if (done_ == entry_.size && crc_ != entry_.crc)
            damaged("its checksum is wrong");
        return size;
    }

private:
    [[noreturn]] void damaged(const std::string& why) const {
        throw DataError(name_ + " is damaged: " + why + "; get the file again");
    }

    std::size_t read_packed(void* to, std::size_t size) {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, entry_.packed_size - taken_));
        std::size_t got_all = 0;
        while (got_all < size) {
            const ssize_t got = ::pread(file_, static_cast<char*>(to) + got_all, size - got_all,
                                        static_cast<off_t>(at_ + taken_));
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                throw DataError("cannot read " + name_ + ": " + std::strerror(errno));
            if (got == 0)
                break;
            got_all += static_cast<std::size_t>(got);
            taken_ += static_cast<std::uint64_t>(got);
        }
        return got_all;
    }

    void read_stored(void* to, std::size_t size) {
        if (read_packed(to, size) < size)
            damaged("it ends early");
    }

    void read_deflated(void* to, std::size_t size) {
        std::size_t done = 0;
        while (done < size) {
            if (stream_.avail_in == 0) {
                stream_.next_in = input_.data();
                stream_.avail_in = static_cast<uInt>(read_packed(input_.data(), input_.size()));
            }
            const auto piece = static_cast<uInt>(std::min<std::size_t>(size - done, 1u << 30));
            stream_.next_out = static_cast<unsigned char*>(to) + done;
            stream_.avail_out = piece;
            const bool no_input = stream_.avail_in == 0;
            const int result = inflate(&stream_, Z_NO_FLUSH);
            done += piece - stream_.avail_out;
            if (done < size && (result == Z_STREAM_END || (result == Z_BUF_ERROR && no_input)))
                damaged("it ends early");
            if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
                damaged(stream_.msg ? stream_.msg : "its packed bytes make no sense");
        }
    }

    int file_;
    std::string name_;
    ZipFile::Entry entry_;
    std::uint64_t at_, taken_ = 0, done_ = 0;
    std::uint32_t crc_ = 0;
    z_stream stream_{};
    std::vector<unsigned char> input_;
};

} // namespace

ZipFile::ZipFile(std::string path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (file_ < 0 || ::fstat(file_, &info) != 0 || S_ISDIR(info.st_mode)) {
        const std::string why = file_ < 0 ? std::strerror(errno) : "it is a folder";
        if (file_ >= 0)
            ::close(file_);
        throw DataError("cannot read the data file " + path_ + ": " + why);
    }
    size_ = static_cast<std::uint64_t>(info.st_size);
    try {
        read_directory();
    } catch (...) {
        ::close(file_);
        throw;
    }
}

ZipFile::~ZipFile() {
    ::close(file_);
}

void ZipFile::damaged(const std::string& why) const {
    throw DataError(path_ + " is not a whole ZIP archive: " + why + "; get the file again");
}

void ZipFile::read_at(std::uint64_t at, void* to, std::size_t size) const {
    if (at > size_ || size > size_ - at)
        damaged("it points behind its own end");
    for (std::size_t done = 0; done < size;) {
        const ssize_t got =
            ::pread(file_, static_cast<char*>(to) + done, size - done, static_cast<off_t>(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            throw DataError("cannot read the data file " + path_ + ": " +
                            (got < 0 ? std::strerror(errno) : "it has become shorter"));
        done += static_cast<std::size_t>(got);
    }
}

void ZipFile::read_directory() {
    std::vector<unsigned char> tail(std::min<std::uint64_t>(size_, end_bytes + longest_comment));
    const std::uint64_t tail_at = size_ - tail.size();
    read_at(tail_at, tail.data(), tail.size());
    std::size_t end = tail.size();
    for (std::size_t at = tail.size() + 1 - std::min(tail.size() + 1, end_bytes); at-- > 0;)
        if (number(&tail[at], 4) == end_mark) {
            end = at;
            break;
        }
    if (end == tail.size())
        damaged("its directory, which is at the end, is missing");
    std::uint64_t count = number(&tail[end + 10], 2), bytes = number(&tail[end + 12], 4),
                  at = number(&tail[end + 16], 4);
    const std::uint64_t end_at = tail_at + end;
    std::array<unsigned char, end64_bytes> end64;
    if ((count == 0xFFFF || bytes == see_64 || at == see_64) && end_at >= locator64_bytes) {
        std::array<unsigned char, locator64_bytes> locator;
        read_at(end_at - locator64_bytes, locator.data(), locator.size());
        if (number(locator.data(), 4) == locator64_mark) {
            read_at(number(&locator[8], 8), end64.data(), end64.size());
            if (number(end64.data(), 4) != end64_mark)
                damaged("its 64-bit directory is missing");
            count = number(&end64[32], 8);
            bytes = number(&end64[40], 8);
            at = number(&end64[48], 8);
        }
    }
    if (at > size_ || bytes > size_ - at || count > bytes / entry_bytes)
        damaged("its directory makes no sense");
    std::vector<unsigned char> directory(bytes);
    read_at(at, directory.data(), directory.size());

    std::size_t next = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (directory.size() - next < entry_bytes || number(&directory[next], 4) != entry_mark)
            damaged("entry " + std::to_string(i + 1) + " of its directory makes no sense");
        const unsigned char* e = &directory[next];
        const std::size_t name = number(e + 28, 2), extra = number(e + 30, 2), comment = number(e + 32, 2);
        if (directory.size() - next - entry_bytes < name + extra + comment)
            damaged("entry " + std::to_string(i + 1) + " of its directory ends early");
        Entry entry;
        entry.encrypted = number(e + 8, 2) & 1;
        entry.method = static_cast<unsigned>(number(e + 10, 2));
        entry.crc = static_cast<std::uint32_t>(number(e + 16, 4));
        entry.packed_size = number(e + 20, 4);
        entry.size = number(e + 24, 4);
        entry.header_at = number(e + 42, 4);
        entry.name.assign(reinterpret_cast<const char*>(e) + entry_bytes, name);
        // Extra field 1 holds, in this order, those of the three numbers that did not fit into 32 bits.
        const unsigned char* field = e + entry_bytes + name;
        const unsigned char* const fields_end = field + extra;
        while (fields_end - field >= 4) {
            const std::size_t length = number(field + 2, 2);
            if (static_cast<std::size_t>(fields_end - field) < 4 + length)
                break;
            if (number(field, 2) == 1) {
                const unsigned char* value = field + 4;
                for (std::uint64_t* wide : {&entry.size, &entry.packed_size, &entry.header_at})
                    if (*wide == see_64 && value + 8 <= field + 4 + length) {
                        *wide = number(value, 8);
                        value += 8;
                    }
            }
            field += 4 + length;
        }
        entries_.push_back(std::move(entry));
        next += entry_bytes + name + extra + comment;
    }
}

std::unique_ptr<ByteSource> ZipFile::open(const Entry& entry) const {
    const std::string name = path_ + ": " + entry.name;
    if (entry.encrypted || (entry.method != 0 && entry.method != 8))
        throw DataError(name + (entry.encrypted ? " is encrypted" : " is packed in a way that is not read") +
                        "; save it with numpy.savez or numpy.savez_compressed");
    std::array<unsigned char, header_bytes> header;
    read_at(entry.header_at, header.data(), header.size());
    if (number(header.data(), 4) != header_mark)
        damaged(entry.name + " is not where its directory says");
    const std::uint64_t data_at =
        entry.header_at + header_bytes + number(&header[26], 2) + number(&header[28], 2);
    if (data_at > size_ || entry.packed_size > size_ - data_at)
        damaged(entry.name + " points behind the end");
    if (entry.method == 0 && entry.size != entry.packed_size)
        damaged(entry.name + " is stored, but its two sizes differ");
    return std::make_unique<EntrySource>(file_, name, entry, data_at);
}

} // namespace laptime
