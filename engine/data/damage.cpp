// SPDX-License-Identifier: Apache-2.0
#include "engine/data/damage.h"

#include <algorithm>

#include "engine/core/error.h"

namespace laptime {

namespace {

constexpr std::size_t named = 3;
constexpr std::int64_t most_percent = 1;

} // namespace

void Damage::add(const std::string& what) {
    add(what, 1);
}

void Damage::add(const std::string& what, std::int64_t count) {
    count_ += count;
    if (first_.size() < named && count > 0)
        first_.push_back(what);
}

void Damage::settle(std::int64_t total, const std::string& way_out,
                    std::vector<std::string>& warnings) const {
    if (count_ == 0)
        return;
    std::string list;
    for (const std::string& what : first_)
        list += (list.empty() ? "" : "; ") + what;
    if (count_ > static_cast<std::int64_t>(first_.size()))
        list += "; …";
    const std::string share = source_ + ": " + std::to_string(count_) + " of " + std::to_string(total) + " " +
                              items_ + " cannot be used";
    // Compared without a division, so that exactly 1 % is not a matter of rounding.
    if (count_ * 100 > total * most_percent)
        throw DataError(share + ", more than 1 %: " + list + (way_out.empty() ? "" : "; " + way_out));
    warnings.push_back(share + " and are left out: " + list);
}

} // namespace laptime
