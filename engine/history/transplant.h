// SPDX-License-Identifier: Apache-2.0
// A history whose first page is lost: the page holds SQLite's header and the schema, which are the same in
// every history of this program's version, so that a fresh one opens the rest.
#pragma once

#include <string>

namespace laptime::history {

/// True when the file's pages from the third on look as a history's do, whatever its first page says. A file
/// of another kind hardly ever does; that runs can be read is the proof.
bool has_our_pages(const std::string& path);

/// Writes to `copy` the file at `path` with the first page of a fresh history. Nobody may have the file open.
/// Throws SqliteError or std::filesystem::filesystem_error.
void transplant_first_page(const std::string& path, const std::string& copy);

} // namespace laptime::history
