// SPDX-License-Identifier: Apache-2.0
// Copying what is readable of a table whose file is damaged.
#pragma once

#include <string>

#include "engine/history/sqlite.h"

namespace laptime::history {

/// Copies the rows of `table` that can be read from `from` into the same table of `to`, leaving out those
/// that `to` refuses. Reads forwards to the damage, backwards to it, and halves what lies between. Never
/// throws for damage in `from`. Returns the number of rows copied.
std::int64_t salvage_table(sqlite::Database& from, sqlite::Database& to, const std::string& table);

} // namespace laptime::history
