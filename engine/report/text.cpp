// SPDX-License-Identifier: Apache-2.0
// A comparison as a few lines for the terminal.
#include <cmath>

#include "engine/compare/numbers.h"
#include "engine/report/report.h"
#include "engine/report/tables.h"

namespace laptime {

namespace {

std::string line(const std::string& label, const std::string& text) {
    return "  " + label + std::string(label.size() < 12 ? 12 - label.size() : 1, ' ') + text + "\n";
}

std::string target_text(const TimeToTarget& t) {
    std::string text = t.target + ": reached by " + std::to_string(t.other_reached) + " of " +
                       std::to_string(t.other_runs) + ", baseline " + std::to_string(t.baseline_reached) +
                       " of " + std::to_string(t.baseline_runs);
    if (std::isfinite(t.speed_up))
        text += "; " + duration_text(t.other_s) + " against " + duration_text(t.baseline_s) + ": " +
                ratio_text(t.speed_up) + " = throughput " + ratio_text(t.throughput_factor) +
                " · samples needed " + ratio_text(t.samples_factor) + " · overhead " +
                ratio_text(t.overhead_factor);
    return text;
}

} // namespace

std::string comparison_text(const Comparison& c) {
    std::string text = c.other.label() + " against " + c.baseline.label() + "\n";
    text +=
        line("speed", ratio_text(c.speed.ratio) + " (" + interval_text(c.speed) + "): " + verdict_text(c));
    text += line(
        "", with_prefix(c.other.samples_per_second(), "samples/s") + " against " +
                with_prefix(c.baseline.samples_per_second(), "samples/s") +
                (std::isfinite(c.speed.p_value)
                     ? ", p " + std::string(c.speed.p_value < 0.0001 ? "" : "= ") + p_text(c.speed.p_value)
                     : ""));
    text += line("quality", c.quality.text);
    if (!c.target.target.empty())
        text += line("target", target_text(c.target));
    text += line("laps a day",
                 laps_text(c.other_laps_per_day) + " against " + laps_text(c.baseline_laps_per_day));
    for (const Difference& difference : c.differences)
        text += line(difference.intended ? "differs" : "CONFOUNDED",
                     difference.what + ": " + (difference.baseline.empty() ? "–" : difference.baseline) +
                         " → " + (difference.other.empty() ? "–" : difference.other));
    return text + "  " + c.summary + "\n";
}

} // namespace laptime
