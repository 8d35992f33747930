// SPDX-License-Identifier: Apache-2.0
// A few damaged items of a data set are left out with a warning; more than one in a hundred is an error
// before training.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace laptime {

class Damage {
public:
    /// `source`: the file or folder; `items`: what it consists of, as "rows" or "pictures".
    Damage(std::string source, std::string items) : source_(std::move(source)), items_(std::move(items)) {}

    /// One damaged item: where and why, as "line 17 has 4 fields instead of 5". The first few are kept.
    void add(const std::string& what);
    /// The same for `count` items, with one text for all of them.
    void add(const std::string& what, std::int64_t count);

    std::int64_t count() const { return count_; }

    /// Of `total` items, the damaged ones included: adds a warning where there are some, and throws DataError
    /// where they are more than 1 %, with `way_out` ("correct the file", say) at the end.
    void settle(std::int64_t total, const std::string& way_out, std::vector<std::string>& warnings) const;

private:
    std::string source_, items_;
    std::int64_t count_ = 0;
    std::vector<std::string> first_;
};

} // namespace laptime
