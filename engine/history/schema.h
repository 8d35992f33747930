// SPDX-License-Identifier: Apache-2.0
// The tables of a history and how an older file becomes a current one.
#pragma once

#include <string>
#include <vector>

#include "engine/history/sqlite.h"

namespace laptime::history {

constexpr std::int64_t application_id = 0x4C415054; ///< "LAPT", in the file's header

/// One step of the schema: the statements that lead from version N-1 to version N (its place in the list,
/// from 1).
using Migrations = std::vector<std::string>;
const Migrations& migrations();
/// The version that this program writes.
int schema_version();

/// Brings the file to the last version of `steps`, in one transaction, after a backup of anything that is in
/// it. Returns the backup's path, or "" when none was needed. Throws SqliteError; the file is then as before.
std::string migrate(sqlite::Database& db, const std::string& path, const Migrations& steps = migrations());

} // namespace laptime::history
