// SPDX-License-Identifier: Apache-2.0
// Collects what is wrong with values, by field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace laptime {

class ProblemList {
public:
    void wrong(const std::string& field, std::string message) {
        problems_.push_back({field, 0, std::move(message)});
    }
    void add(const std::vector<Problem>& found) {
        problems_.insert(problems_.end(), found.begin(), found.end());
    }
    std::vector<Problem> take() { return std::move(problems_); }

    // Each complains unless the value is…
    void whole(const std::string& field, std::int64_t value, std::int64_t smallest, std::int64_t largest);
    void positive(const std::string& field, double value);     ///< finite and > 0
    void not_negative(const std::string& field, double value); ///< finite and ≥ 0
    void share(const std::string& field, double value);        ///< inside (0, 1)
    void below_one(const std::string& field, double value);    ///< in [0, 1)
    void one_of(const std::string& field, const std::string& value, const std::vector<std::string>& words);

private:
    std::vector<Problem> problems_;
};

} // namespace laptime
