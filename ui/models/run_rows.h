// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two rows of the history say the same, so that only what changed is redrawn.
#pragma once

#include <vector>

#include "engine/history/history.h"

namespace laptime::ui {

/// All members equal; NaN equals NaN.
bool sameRow(const RunRow& a, const RunRow& b);
bool sameRows(const std::vector<RunRow>& a, const std::vector<RunRow>& b);

} // namespace laptime::ui
