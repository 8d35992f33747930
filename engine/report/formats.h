// SPDX-License-Identifier: Apache-2.0
// The formats of a report as whole texts.
#pragma once

#include <string>

#include "engine/report/report.h"

namespace laptime {

/// One file that needs nothing else: style and curves are inside, no script, nothing is loaded.
std::string html_of(const Report& report);
std::string markdown_of(const Report& report);
/// One row a comparison (RFC 4180), numbers as they read back.
std::string csv_of(const Report& report);

} // namespace laptime
