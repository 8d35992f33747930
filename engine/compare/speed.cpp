// SPDX-License-Identifier: Apache-2.0
// The speed-up with its interval and verdict: Welch over runs, or a bootstrap over the steps of single runs.
#include <algorithm>
#include <cmath>

#include "engine/compare/bootstrap.h"
#include "engine/compare/parts.h"
#include "engine/compare/statistics.h"

namespace laptime {

namespace {

constexpr double same_low = 0.99, same_high = 1.01; // ±1 %
constexpr std::size_t replicates = 2000;
constexpr std::size_t least_steps = 10; // fewer tell nothing about how steps vary
constexpr int runs_for_a_claim = 3; // two allow one too, but with an interval of up to ±13 standard errors

std::vector<double> log_times(const Arm& arm) {
    std::vector<double> logs;
    for (const Arm::Run& run : arm.runs)
        logs.push_back(-std::log(run.samples_per_second()));
    return logs;
}

Verdict verdict_of(const Interval& interval) {
    if (interval.low > same_low && interval.high < same_high)
        return Verdict::same;
    if (interval.low > 1)
        return Verdict::faster;
    if (interval.high < 1)
        return Verdict::slower;
    return Verdict::inconclusive;
}

/// Sorted replicates of log(time of a sample), averaged over the runs of the arm; empty with too few steps.
std::vector<double> bootstrap_of(const Arm& arm) {
    std::vector<double> logs(replicates, 0.0);
    for (const Arm::Run& run : arm.runs) {
        if (run.seconds_per_sample.size() < least_steps)
            return {};
        // Keyed by the run, so that an arm's own uncertainty does not depend on what it is compared with.
        const auto medians = block_bootstrap_medians(run.seconds_per_sample, replicates, 1,
                                                     static_cast<std::uint32_t>(run.details.row.id));
        for (std::size_t i = 0; i < replicates; ++i)
            logs[i] += std::log(medians[i]) / static_cast<double>(arm.runs.size());
    }
    return logs;
}

/// One comparison before Holm's correction, which needs all of them.
struct Measured {
    SpeedUp speed;
    Welch welch;
    double baseline_variance = 0, other_variance = 0;
    std::vector<double> log_ratios; ///< sorted bootstrap replicates; empty for Welch or too few steps
};

Measured measure(const Arm& baseline, const Arm& other) {
    const std::vector<double> a = log_times(baseline), b = log_times(other);
    const MeanVariance ma = mean_variance(a), mb = mean_variance(b);
    Measured measured;
    measured.speed.ratio = std::exp(ma.mean - mb.mean);
    measured.speed.within_one_run = a.size() < 2 || b.size() < 2;
    if (!measured.speed.within_one_run) {
        measured.baseline_variance = ma.variance;
        measured.other_variance = mb.variance;
        measured.welch = welch(ma, mb);
        measured.speed.p_value = measured.welch.p_value();
        return measured;
    }
    const std::vector<double> base = bootstrap_of(baseline), changed = bootstrap_of(other);
    if (base.empty() || changed.empty())
        return measured;
    measured.log_ratios.resize(replicates);
    for (std::size_t i = 0; i < replicates; ++i)
        measured.log_ratios[i] = base[i] - changed[i];
    std::sort(measured.log_ratios.begin(), measured.log_ratios.end());
    const auto at_most = std::upper_bound(measured.log_ratios.begin(), measured.log_ratios.end(), 0.0);
    const auto below = std::lower_bound(measured.log_ratios.begin(), measured.log_ratios.end(), 0.0);
    const auto not_above = static_cast<double>(at_most - measured.log_ratios.begin());
    const auto not_below = static_cast<double>(measured.log_ratios.end() - below);
    measured.speed.p_value =
        std::min(1.0, 2 * (std::min(not_above, not_below) + 1) / static_cast<double>(replicates + 1));
    return measured;
}

void decide(Measured& measured, double interval_alpha, std::size_t baseline_runs, std::size_t other_runs) {
    SpeedUp& speed = measured.speed;
    const auto fewer = static_cast<int>(std::min(baseline_runs, other_runs));
    if (speed.within_one_run) {
        if (!measured.log_ratios.empty()) {
            speed.interval.low = std::exp(quantile_of_sorted(measured.log_ratios, interval_alpha / 2));
            speed.interval.high = std::exp(quantile_of_sorted(measured.log_ratios, 1 - interval_alpha / 2));
        }
        speed.more_runs = std::max(1, runs_for_a_claim - fewer);
        return;
    }
    const double half = measured.welch.half_width(interval_alpha);
    speed.interval = {std::exp(measured.welch.difference - half), std::exp(measured.welch.difference + half)};
    speed.verdict = verdict_of(speed.interval);
    if (speed.verdict == Verdict::inconclusive)
        speed.more_runs = std::max(1, runs_needed(measured.welch.difference, measured.baseline_variance,
                                                  measured.other_variance, std::log(same_high),
                                                  interval_alpha, fewer + most_more_runs) -
                                          fewer);
}

} // namespace

const char* word_of(Verdict verdict) {
    switch (verdict) {
    case Verdict::faster:
        return "faster";
    case Verdict::slower:
        return "slower";
    case Verdict::same:
        return "same";
    case Verdict::inconclusive:
        break;
    }
    return "inconclusive";
}

std::vector<SpeedUp> measure_speed(const Arm& baseline, const std::vector<Arm>& others) {
    std::vector<Measured> all;
    std::vector<double> p_values;
    for (const Arm& other : others) {
        all.push_back(measure(baseline, other));
        p_values.push_back(all.back().speed.p_value);
    }
    const Holm corrected = holm(p_values, alpha);
    std::vector<SpeedUp> result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].speed.p_value = corrected.adjusted[i];
        decide(all[i], corrected.interval_alpha[i], baseline.runs.size(), others[i].runs.size());
        result.push_back(all[i].speed);
    }
    return result;
}

} // namespace laptime
