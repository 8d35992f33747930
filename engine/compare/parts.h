// SPDX-License-Identifier: Apache-2.0
// The parts that compare() puts together; each has its own file and its own tests.
#pragma once

#include "engine/compare/compare.h"

namespace laptime {

/// Speed-ups of all arms over the baseline, with Holm's correction over them.
std::vector<SpeedUp> measure_speed(const Arm& baseline, const std::vector<Arm>& others);

/// Non-inferiority of the final metric.
QualityGuard guard_quality(const Arm& baseline, const Arm& other);

/// `throughput_ratio`: other ÷ baseline, of the whole arms.
TimeToTarget time_to_target(const Arm& baseline, const Arm& other, double throughput_ratio);

/// All differences between the arms in settings, data and machine, and differences of machine within an arm.
std::vector<Difference> differences_between(const Arm& baseline, const Arm& other);

/// The one honest sentence.
std::string summary_of(const Comparison& comparison);

/// val_accuracy, val_loss or NaN of the run's last evaluation.
double final_metric(const RunDetails& run, const std::string& metric);

/// The 95 % of every interval.
constexpr double alpha = 0.05;

} // namespace laptime
