// SPDX-License-Identifier: Apache-2.0
// Loads one side of a comparison from the history: repeats of one experiment with their steady-state steps.
#include <algorithm>
#include <cmath>

#include "engine/compare/compare.h"
#include "engine/compare/statistics.h"
#include "engine/compare/warm_up.h"

namespace laptime {

namespace {

/// What has to be equal for two runs to be repeats: everything but the name, the seed and how many there are.
Experiment without_seed(Experiment experiment) {
    experiment.name.clear();
    experiment.train.seed = 0;
    experiment.train.repeats = 1;
    return experiment;
}

std::string title_of(const RunRow& row) {
    return "run " + std::to_string(row.id) + " (" + row.name + ")";
}

/// The repeats that share this very name, oldest first; none if fewer than two runs or more than one set have
/// it.
std::vector<RunId> repeats_named(History& history, const std::string& name) {
    std::vector<RunId> ids;
    RunId group = 0;
    for (const RunRow& row : history.runs()) {
        if (row.name != name)
            continue;
        if (!ids.empty() && row.group != group)
            return {};
        group = row.group;
        ids.push_back(row.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids.size() > 1 ? ids : std::vector<RunId>{};
}

Arm::Run load_run(History& history, RunId id) {
    Arm::Run run;
    run.details = history.run(id);
    const std::vector<StepPoint> points = history.steps(id);
    std::vector<double> seconds, per_sample;
    std::int64_t samples_before = 0;
    for (const StepPoint& point : points) {
        const auto samples = static_cast<double>(point.samples - samples_before);
        samples_before = point.samples;
        const double second = point.step_ms / 1e3;
        if (!std::isfinite(second) || second <= 0 || samples <= 0)
            continue; // a clock that jumped, or a point that does not belong here: no time to learn from
        seconds.push_back(second);
        per_sample.push_back(second / samples);
    }
    if (seconds.empty())
        throw InvalidInput(title_of(run.details.row) + " has not trained any steps (it is " +
                           word_of(run.details.row.status) + "), so there is nothing to compare");
    const std::size_t cut = warm_up_steps(per_sample, run.details.experiment.speed.steps_per_execution);
    const auto from = static_cast<std::ptrdiff_t>(cut);
    run.warmup_steps = static_cast<std::int64_t>(cut);
    for (std::size_t i = 0; i < cut; ++i)
        run.warmup_s += seconds[i];
    run.step_seconds.assign(seconds.begin() + from, seconds.end());
    run.seconds_per_sample.assign(per_sample.begin() + from, per_sample.end());
    return run;
}

} // namespace

double Arm::Run::samples_per_second() const {
    return 1 / median(seconds_per_sample);
}

double Arm::samples_per_second() const {
    double sum = 0;
    for (const Run& run : runs)
        sum += std::log(run.samples_per_second());
    return runs.empty() ? not_measured : std::exp(sum / static_cast<double>(runs.size()));
}

std::string Arm::label() const {
    if (runs.empty())
        return {};
    std::string ids;
    for (const Run& run : runs)
        ids += (ids.empty() ? "#" : ", #") + std::to_string(run.details.row.id);
    return runs.front().details.row.name + " (" + ids + ")";
}

Arm load_arm(History& history, const std::vector<RunId>& runs) {
    if (runs.empty())
        throw InvalidInput("a comparison needs at least one run on each side");
    Arm arm;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (std::find(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(i), runs[i]) !=
            runs.begin() + static_cast<std::ptrdiff_t>(i))
            throw InvalidInput("run " + std::to_string(runs[i]) +
                               " is named twice on one side of the comparison");
        arm.runs.push_back(load_run(history, runs[i]));
        const RunDetails& first = arm.runs.front().details;
        const RunDetails& last = arm.runs.back().details;
        if (without_seed(first.experiment) != without_seed(last.experiment))
            throw InvalidInput(
                title_of(last.row) + " is not a repeat of " + title_of(first.row) +
                ": their experiments differ in more than the seed. Compare them as two arms, with a "
                "blank between them instead of a comma");
    }
    return arm;
}

std::vector<RunId> find_runs(History& history, const std::string& list) {
    std::vector<RunId> ids;
    std::size_t from = 0;
    while (true) {
        const std::size_t comma = list.find(',', from);
        const std::string part = list.substr(from, comma == std::string::npos ? comma : comma - from);
        if (part.empty())
            throw InvalidInput("\"" + list + "\" has an empty place; write runs as 3 or 3,4,5");
        const std::vector<RunId> repeats = repeats_named(history, part);
        if (repeats.empty())
            ids.push_back(history.find_run(part));
        ids.insert(ids.end(), repeats.begin(), repeats.end());
        if (comma == std::string::npos)
            return ids;
        from = comma + 1;
    }
}

double laps_per_day(const RunDetails& run) {
    if (!run.end || run.end->status != RunStatus::finished)
        return not_measured;
    const RunEnd& end = *run.end;
    const TimeAccount& time = end.time;
    double lap = time.startup + time.data + time.compute + time.collective + time.host + time.evaluation;
    if (std::isfinite(end.time_to_target_s) && end.time_to_target_s > 0)
        lap = end.time_to_target_s;
    else if (!(lap > 0))
        lap = end.wall_s; // an older record without a time account
    return lap > 0 ? 86400 / lap : not_measured;
}

} // namespace laptime
