// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/problem_list.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/message_text.h"

namespace laptime {

void ProblemList::whole(const std::string& field, std::int64_t value, std::int64_t smallest,
                        std::int64_t largest) {
    if (value < smallest || value > largest)
        wrong(field, "is " + std::to_string(value) + ", must be from " + std::to_string(smallest) + " to " +
                         std::to_string(largest));
}

void ProblemList::positive(const std::string& field, double value) {
    if (!(value > 0) || std::isinf(value))
        wrong(field, "is " + number_text(value) + ", must be more than 0 and finite");
}

void ProblemList::not_negative(const std::string& field, double value) {
    if (!(value >= 0) || std::isinf(value))
        wrong(field, "is " + number_text(value) + ", must be at least 0 and finite");
}

void ProblemList::share(const std::string& field, double value) {
    if (!(value > 0 && value < 1))
        wrong(field, "is " + number_text(value) + ", must be more than 0 and less than 1");
}

void ProblemList::below_one(const std::string& field, double value) {
    if (!(value >= 0 && value < 1))
        wrong(field, "is " + number_text(value) + ", must be at least 0 and less than 1");
}

void ProblemList::one_of(const std::string& field, const std::string& value,
                         const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), value) == words.end())
        wrong(field, "there is no '" + value + "'" + suggestion(value, words));
}

} // namespace laptime
