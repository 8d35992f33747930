// SPDX-License-Identifier: Apache-2.0
// From SQLite's errors to words for the user (see errors.h).
#include "engine/history/errors.h"

#include <cstring>
#include <filesystem>
#include <fstream>

#include <sqlite3.h>

namespace laptime::history {

namespace {

std::string mark_of(const std::string& path) {
    return path + "-check";
}

} // namespace

HistoryError explain(const sqlite::SqliteError& error, const std::string& path) {
    const std::string file = "The history " + path;
    if (error.is_busy())
        return HistoryError(
            file + " is locked by another program. Close it or wait for it, or choose another file with "
                   "--history.");
    if (error.is_full())
        return HistoryError("There is no room left to write the history " + path + " (" +
                            (error.system_error ? std::strerror(error.system_error) : "the disk is full") +
                            "). Free some space, or delete runs.");
    if (error.is_damage())
        return HistoryError(
            file + " is damaged. Close every Laptime and start it again: the file is then moved aside and "
                   "what can be read is recovered.");
    if (error.code == SQLITE_READONLY || error.code == SQLITE_PERM)
        return HistoryError(
            file + " cannot be written to (" + error.what() +
            "). Check the permissions of the file and its folder, or choose another with --history.");
    if (error.code == SQLITE_CANTOPEN)
        return HistoryError(file + " cannot be opened (" +
                            (error.system_error ? std::strerror(error.system_error) : error.what()) +
                            "). Check the file and its folder, or choose another with --history.");
    return HistoryError(
        file + " cannot be used: " + error.what() +
        (error.system_error ? std::string(" (") + std::strerror(error.system_error) + ")" : "") +
        ". Check the disk, or choose another file with --history.");
}

void ask_for_check(const std::string& path) {
    std::ofstream mark(mark_of(path));
}

bool check_asked(const std::string& path) {
    std::error_code error;
    return std::filesystem::exists(mark_of(path), error);
}

void check_done(const std::string& path) {
    std::error_code error;
    std::filesystem::remove(mark_of(path), error);
}

} // namespace laptime::history
