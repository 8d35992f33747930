// SPDX-License-Identifier: Apache-2.0
// A damaged history: finding out, and saving what can be read into a new file.
#pragma once

#include <string>

#include "engine/history/history.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

/// True when SQLite's own check finds the file's structure damaged, or packed points cannot be unpacked. A
/// `full` check reads everything; else only the table of runs and, of a small file, its structure.
bool is_damaged(sqlite::Database& db, const std::string& path, bool full);

/// Copies everything readable of the damaged file at `path` into a new file, moves the damaged one aside with
/// its -wal and -shm, and puts the new one in its place. Fills the report. With `needs_proof` a file in which
/// no run can be found is left as it is: false. Throws HistoryError when another program has the file open,
/// SqliteError when the new file cannot be written; the damaged file is then where it was.
bool recover(const std::string& path, OpenReport& report, bool needs_proof);

} // namespace laptime::history
