// SPDX-License-Identifier: Apache-2.0
// How much faster one setting is than another, and whether quality paid for it (DESIGN §7).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/history/history.h"

namespace laptime {

/// One side of a comparison: the repeats of one experiment, with what the statistics need of each.
struct Arm {
    struct Run {
        RunDetails details;
        std::vector<double> step_seconds;       ///< steady-state steps only, warm-up cut off
        std::vector<double> seconds_per_sample; ///< the same steps, divided by the samples of each
        std::int64_t warmup_steps = 0;          ///< how many were cut off (rule: warm_up.h)
        double warmup_s = 0;                    ///< what was cut off
        /// Steady-state median; NaN with no step that can be used.
        double samples_per_second() const;
    };
    std::vector<Run> runs;
    std::string label() const; ///< "fashion-cnn (#3, #4)"
    /// Geometric mean over the runs, because speeds are compared by their ratio.
    double samples_per_second() const;
};

/// `runs`: ids of the repeats. Throws InvalidInput for a run that has not trained any steps, for one that is
/// there twice, and for runs that are not repeats of one experiment (they may differ in name and seed only).
Arm load_arm(History& history, const std::vector<RunId>& runs);
/// "a,b,c" of the command line → ids. A name that all runs of one set of repeats share, and no other run,
/// stands for all of them.
std::vector<RunId> find_runs(History& history, const std::string& list);

enum class Verdict { faster, slower, same, inconclusive };
const char* word_of(Verdict);

struct Interval {
    double low = not_measured, high = not_measured;
};

struct Difference {
    std::string what; ///< "speed.precision", "machine.cpu", "data", …
    std::string baseline, other;
    bool intended = true; ///< a [speed]/[train] setting; false: confounds the comparison
};

struct SpeedUp {
    double ratio = not_measured;   ///< of throughput, other ÷ baseline; > 1 is faster
    Interval interval;             ///< 95 %, after Holm's correction where several settings are compared
    double p_value = not_measured; ///< two-sided, of ratio = 1
    Verdict verdict = Verdict::inconclusive;
    /// An arm has one run only: the interval is a bootstrap over steps and says nothing about the setting, so
    /// the verdict is inconclusive.
    bool within_one_run = false;
    int more_runs =
        0; ///< for inconclusive: about so many more an arm would tell; over most_more_runs: more than that
};

constexpr int most_more_runs = 200;

struct QualityGuard {
    std::string metric = "val_accuracy";
    double baseline = not_measured, other = not_measured; ///< means
    double difference = not_measured;                     ///< other − baseline, positive is better
    double bound = not_measured;                          ///< one-sided 95 % lower bound of the difference
    double margin = 0.005;
    enum class State { kept, lost, unknown } state = State::unknown; ///< unknown: too few runs to say
    std::string text;
};

/// Runs that do not reach the target are counted. Runs without a target, or with another one than the
/// baseline's first run, do not count among `…_runs`.
struct TimeToTarget {
    std::string target; ///< "val_accuracy >= 0.9"; empty: none was set
    int baseline_reached = 0, baseline_runs = 0, other_reached = 0, other_runs = 0;
    double baseline_s = not_measured, other_s = not_measured; ///< medians of those that reached it
    double speed_up = not_measured;
    /// Their product is speed_up. Overhead is whatever time the steady-state throughput does not explain:
    /// start-up, evaluation, checkpoints, slow steps.
    double throughput_factor = not_measured, samples_factor = not_measured, overhead_factor = not_measured;
};

struct Comparison {
    Arm baseline, other;
    SpeedUp speed;
    QualityGuard quality;
    TimeToTarget target;
    double baseline_laps_per_day = not_measured, other_laps_per_day = not_measured; ///< iterations a day
    std::vector<Difference> differences;
    bool confounded = false;
    std::string summary; ///< one honest sentence
};

/// Compares each arm with the baseline; Holm's correction over the arms.
std::vector<Comparison> compare(const Arm& baseline, const std::vector<Arm>& others);

/// Iterations a day of one run: 24 h ÷ (start-up + training + evaluation to target or end). NaN for a run
/// that has not come to its end.
double laps_per_day(const RunDetails& run);

} // namespace laptime
