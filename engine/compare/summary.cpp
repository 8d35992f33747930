// SPDX-License-Identifier: Apache-2.0
// One honest sentence about a comparison.
#include <cmath>

#include "engine/compare/numbers.h"
#include "engine/compare/parts.h"

namespace laptime {

namespace {

/// What the arm is, in the words of what was changed on purpose; its name where that says nothing.
std::string title_of(const Comparison& comparison, bool of_baseline) {
    std::string text;
    for (const Difference& difference : comparison.differences) {
        if (difference.what.rfind("speed.", 0) != 0)
            continue;
        const std::string& value = of_baseline ? difference.baseline : difference.other;
        const std::string key = difference.what.substr(6);
        text +=
            (text.empty() ? "" : ", ") + (key == "precision" || key == "devices" ? value : key + " " + value);
    }
    return text.empty() ? (of_baseline ? comparison.baseline : comparison.other).label() : text;
}

std::string interval_text(const Interval& interval) {
    return digits(interval.low, 2) + "–" + ratio_text(interval.high);
}

std::string runs_text(int more) {
    if (more > most_more_runs)
        return "more than " + std::to_string(most_more_runs) + " more runs an arm would be needed to tell";
    return "about " + std::to_string(more) + " more run" + (more == 1 ? "" : "s") + " an arm would tell";
}

std::string speed_text(const Comparison& comparison) {
    const SpeedUp& speed = comparison.speed;
    const std::string other = title_of(comparison, false), baseline = title_of(comparison, true);
    if (!std::isfinite(speed.ratio))
        return "No step of " + baseline + " or " + other + " could be timed";
    const bool has_interval = std::isfinite(speed.interval.low);
    if (speed.within_one_run)
        return "In these runs " + other + " did " + ratio_text(speed.ratio) + " the samples per second of " +
               baseline +
               (has_interval ? " (" + interval_text(speed.interval) + " within one run)"
                             : " (too few steps for an interval)") +
               "; one run an arm makes no claim about the setting: " + runs_text(speed.more_runs);
    const std::string numbers = ratio_text(speed.ratio) + ", 95 % interval " + interval_text(speed.interval);
    switch (speed.verdict) {
    case Verdict::faster:
    case Verdict::slower:
        return other + " is " + word_of(speed.verdict) + " than " + baseline + ": " + numbers;
    case Verdict::same:
        return other + " is as fast as " + baseline + " to within 1 %: " + numbers;
    case Verdict::inconclusive:
        break;
    }
    return "Whether " + other + " is faster than " + baseline + " is inconclusive: " + numbers + "; " +
           runs_text(speed.more_runs);
}

std::string quality_text(const Comparison& comparison) {
    const QualityGuard& quality = comparison.quality;
    switch (quality.state) {
    case QualityGuard::State::kept:
        return "quality is kept: " + quality.text;
    case QualityGuard::State::lost:
        return (comparison.speed.verdict == Verdict::faster ? "but it lost quality: " : "it lost quality: ") +
               quality.text;
    case QualityGuard::State::unknown:
        break;
    }
    return "quality is not known: " + quality.text;
}

} // namespace

std::string summary_of(const Comparison& comparison) {
    std::string text = speed_text(comparison) + "; " + quality_text(comparison) + ".";
    if (comparison.confounded) {
        std::string what;
        for (const Difference& difference : comparison.differences)
            if (!difference.intended)
                what += (what.empty() ? "" : ", ") + difference.what;
        text += " Confounded: the arms also differ in " + what + ".";
    }
    return text;
}

} // namespace laptime
