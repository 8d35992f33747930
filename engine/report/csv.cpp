// SPDX-License-Identifier: Apache-2.0
// The report's comparisons as CSV, a row each.
#include <cmath>

#include "engine/compare/numbers.h"
#include "engine/report/formats.h"

namespace laptime {

namespace {

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

std::string number(double value) {
    return std::isnan(value) ? "" : exact(value);
}

const char* word_of_quality(QualityGuard::State state) {
    return state == QualityGuard::State::kept   ? "kept"
           : state == QualityGuard::State::lost ? "lost"
                                                : "unknown";
}

} // namespace

std::string csv_of(const Report& report) {
    std::string text =
        "baseline,run,speed_up,low,high,p_value,verdict,within_one_run,more_runs,baseline_samples_per_second,"
        "samples_per_second,metric,baseline_metric,metric_value,difference,bound,margin,quality,target,"
        "baseline_reached,baseline_runs,reached,runs,baseline_time_to_target_s,time_to_target_s,"
        "target_speed_up,throughput_factor,samples_factor,overhead_factor,baseline_iterations_a_day,"
        "iterations_a_day,confounded,differences\n";
    for (const Comparison& c : report.comparisons) {
        std::string differences;
        for (const Difference& d : c.differences)
            differences += (differences.empty() ? "" : "; ") + d.what + ": " + d.baseline + " -> " + d.other;
        const TimeToTarget& t = c.target;
        const std::vector<std::string> cells = {c.baseline.label(),
                                                c.other.label(),
                                                number(c.speed.ratio),
                                                number(c.speed.interval.low),
                                                number(c.speed.interval.high),
                                                number(c.speed.p_value),
                                                word_of(c.speed.verdict),
                                                c.speed.within_one_run ? "true" : "false",
                                                std::to_string(c.speed.more_runs),
                                                number(c.baseline.samples_per_second()),
                                                number(c.other.samples_per_second()),
                                                c.quality.metric,
                                                number(c.quality.baseline),
                                                number(c.quality.other),
                                                number(c.quality.difference),
                                                number(c.quality.bound),
                                                number(c.quality.margin),
                                                word_of_quality(c.quality.state),
                                                t.target,
                                                std::to_string(t.baseline_reached),
                                                std::to_string(t.baseline_runs),
                                                std::to_string(t.other_reached),
                                                std::to_string(t.other_runs),
                                                number(t.baseline_s),
                                                number(t.other_s),
                                                number(t.speed_up),
                                                number(t.throughput_factor),
                                                number(t.samples_factor),
                                                number(t.overhead_factor),
                                                number(c.baseline_laps_per_day),
                                                number(c.other_laps_per_day),
                                                c.confounded ? "true" : "false",
                                                differences};
        for (std::size_t i = 0; i < cells.size(); ++i)
            text += (i ? "," : "") + quoted(cells[i]);
        text += "\n";
    }
    return text;
}

} // namespace laptime
