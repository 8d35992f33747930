// SPDX-License-Identifier: Apache-2.0
// Time to target and its factors.
#include <cmath>

#include "engine/compare/parts.h"
#include "engine/compare/statistics.h"
#include "engine/experiment/target_text.h"

namespace laptime {

namespace {

/// Samples seen when the target was first reached.
double samples_at_target(const RunDetails& run) {
    for (const EpochPoint& epoch : run.epochs)
        if (run.experiment.train.target->reached_by(value_of(epoch, run.experiment.train.target->metric)))
            return static_cast<double>(epoch.samples);
    return run.end ? static_cast<double>(run.end->samples) : not_measured;
}

struct Reached {
    int runs = 0, reached = 0;
    std::vector<double> seconds, samples;
};

Reached reached_by(const Arm& arm, const Target& target) {
    Reached result;
    for (const Arm::Run& run : arm.runs) {
        if (run.details.experiment.train.target != target)
            continue;
        ++result.runs;
        const double seconds =
            run.details.end ? run.details.end->time_to_target_s : run.details.row.time_to_target_s;
        if (!std::isfinite(seconds))
            continue;
        ++result.reached;
        result.seconds.push_back(seconds);
        result.samples.push_back(samples_at_target(run.details));
    }
    return result;
}

} // namespace

TimeToTarget time_to_target(const Arm& baseline, const Arm& other, double throughput_ratio) {
    TimeToTarget result;
    if (baseline.runs.empty() || !baseline.runs.front().details.experiment.train.target)
        return result;
    const Target target = *baseline.runs.front().details.experiment.train.target;
    result.target = text_of(target);
    const Reached a = reached_by(baseline, target), b = reached_by(other, target);
    result.baseline_runs = a.runs;
    result.baseline_reached = a.reached;
    result.other_runs = b.runs;
    result.other_reached = b.reached;
    result.baseline_s = median(a.seconds);
    result.other_s = median(b.seconds);
    if (a.reached == 0 || b.reached == 0)
        return result;
    result.speed_up = result.baseline_s / result.other_s;
    result.throughput_factor = throughput_ratio;
    result.samples_factor = median(a.samples) / median(b.samples);
    result.overhead_factor = result.speed_up / (result.throughput_factor * result.samples_factor);
    return result;
}

} // namespace laptime
