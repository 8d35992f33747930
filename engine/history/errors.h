// SPDX-License-Identifier: Apache-2.0
// From SQLite's errors to words for the user.
#pragma once

#include <string>

#include "engine/core/error.h"
#include "engine/history/sqlite.h"

namespace laptime::history {

/// Stored points that are not what was written, in a file that SQLite itself can still read.
class DamagedPoints : public HistoryError {
public:
    using HistoryError::HistoryError;
};

/// Names the file, what is wrong and a way out.
HistoryError explain(const sqlite::SqliteError& error, const std::string& path);

/// Asks the next opening of `path` for a full check: some of it was found damaged in use.
void ask_for_check(const std::string& path);
bool check_asked(const std::string& path);
void check_done(const std::string& path);

} // namespace laptime::history
