// SPDX-License-Identifier: Apache-2.0
// Puts a comparison together from its parts.
#include "engine/compare/compare.h"

#include <algorithm>
#include <cmath>

#include "engine/compare/parts.h"
#include "engine/compare/statistics.h"

namespace laptime {

namespace {

double laps_of(const Arm& arm) {
    std::vector<double> laps;
    for (const Arm::Run& run : arm.runs)
        if (const double value = laps_per_day(run.details); std::isfinite(value))
            laps.push_back(value);
    return median(laps);
}

} // namespace

std::vector<Comparison> compare(const Arm& baseline, const std::vector<Arm>& others) {
    const std::vector<SpeedUp> speeds = measure_speed(baseline, others);
    std::vector<Comparison> result;
    for (std::size_t i = 0; i < others.size(); ++i) {
        Comparison comparison;
        comparison.baseline = baseline;
        comparison.other = others[i];
        comparison.speed = speeds[i];
        comparison.quality = guard_quality(baseline, others[i]);
        comparison.target = time_to_target(baseline, others[i], speeds[i].ratio);
        comparison.baseline_laps_per_day = laps_of(baseline);
        comparison.other_laps_per_day = laps_of(others[i]);
        comparison.differences = differences_between(baseline, others[i]);
        comparison.confounded =
            std::any_of(comparison.differences.begin(), comparison.differences.end(),
                        [](const Difference& difference) { return !difference.intended; });
        comparison.summary = summary_of(comparison);
        result.push_back(std::move(comparison));
    }
    return result;
}

} // namespace laptime
