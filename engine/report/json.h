// SPDX-License-Identifier: Apache-2.0
// Comparisons and reports as JSON; non-finite numbers are null.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/report/report.h"

namespace laptime {

using Json = nlohmann::ordered_json;

Json json_number_of(double value);
Json json_of(const Comparison& comparison);
Json json_of(const Report& report);

/// One line. Text that is not UTF-8 is replaced, never thrown at.
std::string dumped(const Json& json, int indent = -1);

} // namespace laptime
