// SPDX-License-Identifier: Apache-2.0
// Makes the report model from the history, and writes it in the format that the file's ending asks for.
#include "engine/report/report.h"

#include "engine/core/atomic_file.h"
#include "engine/core/clock.h"
#include "engine/report/formats.h"
#include "engine/report/json.h"
#include "engine/report/tables.h"

namespace laptime {

Report make_report(History& history, const std::vector<RunId>& baseline,
                   const std::vector<std::vector<RunId>>& others) {
    if (others.empty())
        throw InvalidInput("a report needs at least one run to compare with the baseline");
    const Arm base = load_arm(history, baseline);
    std::vector<Arm> arms;
    for (const std::vector<RunId>& runs : others)
        arms.push_back(load_arm(history, runs));
    Report report;
    report.made = utc_microseconds();
    report.comparisons = compare(base, arms);
    for (const Arm& arm : arms)
        report.title += (report.title.empty() ? "" : ", ") + arm.runs.front().details.row.name;
    report.title += " against " + base.runs.front().details.row.name;
    for (const Arm::Run* run : runs_of(report)) {
        const RunRow& row = run->details.row;
        report.curves.push_back({row.id, row.name, row.color, history.steps(row.id), run->details.epochs});
    }
    return report;
}

void write_report(const Report& report, const std::string& file) {
    const std::string ending = ending_of(file);
    std::string text;
    if (ending == "html" || ending == "htm")
        text = html_of(report);
    else if (ending == "md")
        text = markdown_of(report);
    else if (ending == "csv")
        text = csv_of(report);
    else if (ending == "json")
        text = dumped(json_of(report), 2) + "\n";
    else
        throw InvalidInput("cannot write a report to " + file +
                           ": the file's name must end in .html, .md, .csv or .json");
    AtomicFile out(file);
    out.write(text);
    out.commit();
}

} // namespace laptime
