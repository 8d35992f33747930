// SPDX-License-Identifier: Apache-2.0
// The quality guard: is the final metric at most a margin worse? One-sided 95 % non-inferiority over runs.
#include <algorithm>
#include <cmath>

#include "engine/compare/numbers.h"
#include "engine/compare/parts.h"
#include "engine/compare/statistics.h"
#include "engine/compare/student_t.h"

namespace laptime {

namespace {

constexpr double accuracy_margin = 0.005;  // absolute: half a per cent point
constexpr double loss_margin_share = 0.01; // of the baseline's loss

bool broke(const Arm::Run& run) {
    return run.details.row.status == RunStatus::diverged || run.details.row.status == RunStatus::failed;
}

std::vector<double> metrics_of(const Arm& arm, const std::string& metric) {
    std::vector<double> values;
    for (const Arm::Run& run : arm.runs)
        if (const double value = final_metric(run.details, metric); std::isfinite(value) && !broke(run))
            values.push_back(value);
    return values;
}

std::string runs_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " run" : " runs");
}

} // namespace

double final_metric(const RunDetails& run, const std::string& metric) {
    const bool loss = metric == "val_loss";
    if (run.end) {
        const double value = loss ? run.end->val_loss : run.end->val_accuracy;
        if (std::isfinite(value))
            return value;
    }
    for (auto epoch = run.epochs.rbegin(); epoch != run.epochs.rend(); ++epoch)
        if (const double value = loss ? epoch->val_loss : epoch->val_accuracy; std::isfinite(value))
            return value;
    return not_measured;
}

QualityGuard guard_quality(const Arm& baseline, const Arm& other) {
    QualityGuard guard;
    if (metrics_of(baseline, guard.metric).empty() && metrics_of(other, guard.metric).empty() &&
        !metrics_of(baseline, "val_loss").empty())
        guard.metric = "val_loss";
    const bool loss = guard.metric == "val_loss";
    const std::vector<double> base = metrics_of(baseline, guard.metric),
                              changed = metrics_of(other, guard.metric);
    const auto broken_of = [](const Arm& arm) {
        return static_cast<std::size_t>(std::count_if(arm.runs.begin(), arm.runs.end(), broke));
    };
    const std::size_t broken = broken_of(other);
    if (!base.empty())
        guard.baseline = mean_variance(base).mean;
    if (!changed.empty())
        guard.other = mean_variance(changed).mean;
    if (loss)
        guard.margin = loss_margin_share * std::fabs(guard.baseline);
    if (broken > 0 &&
        broken_of(baseline) == 0) { // a run without a usable model is the worst quality there is
        guard.state = QualityGuard::State::lost;
        guard.text = std::to_string(broken) + " of " + runs_text(other.runs.size()) + " diverged or failed";
        return guard;
    }
    if (base.empty() || changed.empty()) {
        guard.text =
            "no final " + guard.metric + " on " + (base.empty() ? "the baseline's" : "this") + " side";
        return guard;
    }
    const double sign = loss ? -1 : 1; // a lower loss is better
    guard.difference = sign * (guard.other - guard.baseline);
    const std::string values = guard.metric + " " + digits(guard.other, 4) + " against " +
                               digits(guard.baseline, 4) + " (margin " + digits(guard.margin, 4) + ")";
    if (base.size() < 2 || changed.size() < 2) {
        guard.text = values + ": one run an arm cannot tell quality from luck";
        if (guard.difference < -guard.margin)
            guard.text += ", but the difference is larger than the margin";
        return guard;
    }
    const Welch test = welch(mean_variance(changed), mean_variance(base));
    const double reach =
        test.standard_error > 0 ? student_t_quantile(1 - alpha, test.freedom) * test.standard_error : 0;
    guard.bound = guard.difference - reach;
    if (guard.bound > -guard.margin) {
        guard.state = QualityGuard::State::kept;
        guard.text = values + ": kept";
    } else if (guard.difference < -guard.margin && guard.difference + reach < 0) {
        guard.state = QualityGuard::State::lost;
        guard.text = values + ": lost";
    } else {
        guard.text =
            values + ": the runs differ too much to say (it may be " + digits(-guard.bound, 4) + " worse)";
    }
    return guard;
}

} // namespace laptime
