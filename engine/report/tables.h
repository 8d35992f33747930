// SPDX-License-Identifier: Apache-2.0
// A report as tables of text, made once and written by each format in its own way.
#pragma once

#include <string>
#include <vector>

#include "engine/report/report.h"

namespace laptime {

struct Table {
    std::string title;
    std::string note; ///< a sentence above the table; may be empty
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<bool> marked;     ///< rows that want attention
    std::size_t text_columns = 1; ///< so many from the left are text, the others numbers
};

/// Every run that a report speaks of, the baseline's first.
std::vector<const Arm::Run*> runs_of(const Report& report);

/// In a report's order: verdicts, quality, time to target, where the time goes, runs, settings, machines.
/// Those with nothing to say are left out.
std::vector<Table> tables_of(const Report& report);

/// Where a run's wall time went, in seconds, by name; for bars.
std::vector<std::pair<std::string, double>> time_parts(const RunDetails& run);

/// How the numbers were made, a paragraph each.
std::vector<std::string> method_notes();

std::string laps_text(double laps); ///< "412"
std::string p_text(double p_value); ///< "0.0213", "< 0.0001"
std::string interval_text(const SpeedUp& speed);
std::string
verdict_text(const Comparison& comparison); ///< "faster, but quality lost", "inconclusive: about 2 more…"

} // namespace laptime
