// SPDX-License-Identifier: Apache-2.0
// Text files as one stream of characters or bytes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/data/content_hash.h"
#include "engine/data/damage.h"

namespace laptime {

/// Calls `take` for every piece of tokens: Unicode code points of UTF-8, or bytes. Files follow each other,
/// with a line's end between two where the first has none; a byte-order mark at a file's beginning is left
/// out. What is not UTF-8 is left out and named in `damage` by file and offset. Plain or gzipped, and never
/// much in memory. Throws DataError for a file that cannot be read, and for one that says it is UTF-16.
void read_texts(const std::vector<std::string>& files, bool bytes, Damage& damage, ContentHash* hash,
                const std::function<void(const std::vector<char32_t>&)>& take);

} // namespace laptime
