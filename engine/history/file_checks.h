// SPDX-License-Identifier: Apache-2.0
// What can be known about a history's file before SQLite touches it, so that a file that is not ours stays as
// it is.
#pragma once

#include <cstdint>
#include <string>

namespace laptime::history {

/// First fields of the file. `present` is false where there is no file or an empty one.
struct FileHeader {
    bool present = false;
    bool is_sqlite = false;
    std::int64_t bytes = 0; ///< size of the file
    std::int64_t application_id = 0;
    std::int64_t user_version = 0; ///< of the main file: a newer one may still be in the write-ahead log
};

/// Throws HistoryError when the file cannot be read. Goes through SQLite's own file layer: closing a
/// descriptor of our own would drop the locks of every connection that this process has to the file.
FileHeader read_header(const std::string& path);

/// True when no other connection, of this or another process, has the file open.
bool is_unused(const std::string& path);

/// "NFS", "CIFS", "sshfs", … for a file system that is shared over a network, "" for a local one. `magic` as
/// statfs gives it; `type` as /proc/self/mountinfo calls it, which tells the kinds of FUSE apart.
std::string network_kind(std::uint64_t magic, const std::string& type);

/// The type of the mount that holds `path`, from the text of /proc/self/mountinfo; "" if none.
std::string mount_type(const std::string& mountinfo, const std::string& path);

/// Makes the folder where needed and throws HistoryError unless a history can live at `path`: a place on a
/// local file system, in a folder that can be written to.
void check_place(const std::string& path);

} // namespace laptime::history
