// SPDX-License-Identifier: Apache-2.0
// A few threads that help whoever calls: a loop whose rounds take long and unevenly, as decoding pictures, is
// shared with them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace laptime {

class Helpers {
public:
    /// Threads beside the caller's; they start with the first loop and sleep between loops.
    explicit Helpers(int count);
    ~Helpers();
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    /// Calls `round(i)` for each i in 0…count-1, in any order, on the caller's thread and the helpers';
    /// returns when all are done. Throws the first exception that a round threw, after the others have ended.
    /// Thread-safe: several loops may run at once.
    void run(std::size_t count, const std::function<void(std::size_t)>& round);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace laptime
