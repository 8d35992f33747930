// SPDX-License-Identifier: Apache-2.0
// Checks of the file's place and header (see file_checks.h).
#include "engine/history/file_checks.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <sys/vfs.h>
#include <unistd.h>
#include <vector>

#include <sqlite3.h>

#include "engine/core/error.h"

namespace laptime::history {

namespace {

/// A file opened through SQLite's own layer.
class RawFile {
public:
    explicit RawFile(const std::string& path, int flags)
        : vfs_(sqlite3_vfs_find(nullptr)),
          name_(sqlite3_create_filename(path.c_str(), "", "", 0, nullptr), sqlite3_free_filename),
          memory_(static_cast<std::size_t>(vfs_->szOsFile)) {
        file_ = reinterpret_cast<sqlite3_file*>(memory_.data());
        file_->pMethods = nullptr;
        int given = 0;
        opened_ = vfs_->xOpen(vfs_, name_.get(), file_, flags | SQLITE_OPEN_MAIN_DB, &given) == SQLITE_OK;
    }
    ~RawFile() {
        if (file_->pMethods)
            file_->pMethods->xClose(file_);
    }
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;

    bool opened() const { return opened_; }
    sqlite3_int64 size() {
        sqlite3_int64 bytes = 0;
        return file_->pMethods->xFileSize(file_, &bytes) == SQLITE_OK ? bytes : 0;
    }
    /// False for a file shorter than that.
    bool read(void* into, int bytes) { return file_->pMethods->xRead(file_, into, bytes, 0) == SQLITE_OK; }
    bool lock_alone() {
        if (file_->pMethods->xLock(file_, SQLITE_LOCK_SHARED) != SQLITE_OK)
            return false;
        const bool alone = file_->pMethods->xLock(file_, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK;
        file_->pMethods->xUnlock(file_, SQLITE_LOCK_NONE);
        return alone;
    }

private:
    sqlite3_vfs* vfs_;
    std::unique_ptr<const char, void (*)(const char*)> name_;
    std::vector<std::max_align_t> memory_; // one element a byte wanted: more than enough, and aligned
    sqlite3_file* file_ = nullptr;
    bool opened_ = false;
};

std::int64_t big_endian(const std::uint8_t* bytes) {
    return static_cast<std::int32_t>(std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
                                     std::uint32_t{bytes[2]} << 8 | bytes[3]);
}

std::string absolute(const std::string& path) {
    std::error_code error;
    return std::filesystem::absolute(path, error).lexically_normal().string();
}

} // namespace

FileHeader read_header(const std::string& path) {
    FileHeader header;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return header;
    if (!std::filesystem::is_regular_file(status))
        throw HistoryError("The history " + path + " is not a file. Choose another one with --history.");
    RawFile file(absolute(path), SQLITE_OPEN_READONLY);
    if (!file.opened())
        throw HistoryError("The history " + path + " cannot be read (" + std::strerror(errno) +
                           "). Check its permissions, or choose another one with --history.");
    header.bytes = file.size();
    if (header.bytes == 0)
        return header;
    header.present = true;
    std::array<std::uint8_t, 100> bytes{};
    if (!file.read(bytes.data(), static_cast<int>(bytes.size())))
        return header; // shorter than SQLite's header
    header.is_sqlite = std::memcmp(bytes.data(), "SQLite format 3", 16) == 0;
    header.user_version = big_endian(bytes.data() + 60);
    header.application_id = big_endian(bytes.data() + 68);
    return header;
}

bool is_unused(const std::string& path) {
    RawFile file(absolute(path), SQLITE_OPEN_READWRITE);
    return file.opened() && file.lock_alone();
}

std::string network_kind(std::uint64_t magic, const std::string& type) {
    switch (magic & 0xffffffffu) {
    case 0x6969:
        return "NFS";
    case 0x517B:
        return "SMB";
    case 0xFE534D42:
        return "SMB2";
    case 0xFF534D42:
        return "CIFS";
    case 0x5346414F:
    case 0x6B414653:
        return "AFS";
    case 0x564C:
        return "NCP";
    case 0x73757245:
        return "Coda";
    case 0x00C36400:
        return "Ceph";
    case 0x0BD00BD0:
        return "Lustre";
    case 0x01161970:
    case 0x47504653:
        return "cluster file system";
    case 0x65735546: // FUSE: many kinds, most of them local
        for (const char* kind : {"sshfs", "davfs", "glusterfs", "s3fs", "rclone", "gcsfuse", "curlftpfs",
                                 "ceph", "smbnetfs", "gvfsd-fuse", "goofys", "juicefs", "moosefs", "httpfs"})
            if (type == std::string("fuse.") + kind)
                return kind;
        return {};
    default:
        return {};
    }
}

std::string mount_type(const std::string& mountinfo, const std::string& path) {
    // A line: id parent major:minor root MOUNT-POINT options [fields…] - TYPE source options
    std::string best, found;
    bool any = false;
    std::istringstream lines(mountinfo);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word, point, type;
        for (int field = 0; field < 4; ++field)
            words >> word;
        words >> point;
        while (words >> word && word != "-") {
        }
        words >> type;
        // Blanks stand as \040.
        for (std::size_t at; (at = point.find("\\040")) != std::string::npos;)
            point.replace(at, 4, " ");
        const bool holds =
            point == "/" || path == point || path.compare(0, point.size() + 1, point + "/") == 0;
        // Of equal ones the last is on top.
        if (holds && (!any || point.size() >= best.size())) {
            best = point;
            found = type;
            any = true;
        }
    }
    return found;
}

void check_place(const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(absolute(path)).parent_path();
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw HistoryError("The folder " + folder.string() + " of the history cannot be made" +
                           (error ? " (" + error.message() + ")" : "") +
                           ". Choose another place with --history.");
    struct statfs system {};
    if (statfs(folder.c_str(), &system) == 0) {
        std::ifstream in("/proc/self/mountinfo");
        const std::string mounts((std::istreambuf_iterator<char>(in)), {});
        const std::string real = fs::weakly_canonical(folder, error).string();
        const std::string kind =
            network_kind(static_cast<std::uint64_t>(system.f_type), mount_type(mounts, real));
        if (!kind.empty())
            throw HistoryError(
                "The history " + path + " is on a network file system (" + kind +
                "), where several programs cannot share it safely. Choose a place on a local disk with "
                "--history or LAPTIME_HISTORY.");
    }
    if (access(folder.c_str(), W_OK | X_OK) != 0)
        throw HistoryError("The folder " + folder.string() + " of the history cannot be written to (" +
                           std::strerror(errno) + "). Allow it, or choose another place with --history.");
    if (fs::exists(path, error) && access(path.c_str(), W_OK) != 0)
        throw HistoryError("The history " + path + " cannot be written to (" + std::strerror(errno) +
                           "). Allow it, or choose another file with --history.");
}

} // namespace laptime::history
