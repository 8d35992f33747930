// SPDX-License-Identifier: Apache-2.0
// One report model and its writers: HTML (self-contained), Markdown, CSV and JSON; and the export of one
// run's points.
#pragma once

#include <string>
#include <vector>

#include "engine/compare/compare.h"

namespace laptime {

struct ReportCurve {
    RunId run = 0;
    std::string name;
    int color = 0;
    std::vector<StepPoint> points;
    std::vector<EpochPoint> epochs;
};

struct Report {
    std::string title;
    std::int64_t made = 0; ///< UTC microseconds
    std::vector<Comparison> comparisons;
    std::vector<ReportCurve> curves;
};

Report make_report(History& history, const std::vector<RunId>& baseline,
                   const std::vector<std::vector<RunId>>& others);

/// The format follows the file's ending (.html .md .csv .json); throws InvalidInput for another, or when it
/// cannot be written (nothing is left half-written: temporary file, then rename).
void write_report(const Report& report, const std::string& file);

/// .csv or .jsonl with every point (columns of DESIGN §5), numbers in the shortest form that reads back
/// exactly.
void export_run(History& history, RunId run, const std::string& file);

/// JSON object of one comparison on one line, as `laptime compare --json` prints.
std::string comparison_json(const Comparison& comparison);
/// The same for people: a few lines of text.
std::string comparison_text(const Comparison& comparison);

} // namespace laptime
