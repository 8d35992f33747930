// SPDX-License-Identifier: Apache-2.0
// The JSON of comparisons and reports.
#include "engine/report/json.h"

#include <cmath>

#include "engine/core/clock.h"

namespace laptime {

namespace {

Json json_of(const Arm& arm) {
    Json runs = Json::array();
    for (const Arm::Run& run : arm.runs)
        runs.push_back(
            {{"id", run.details.row.id},
             {"name", run.details.row.name},
             {"seed", run.details.row.seed},
             {"status", word_of(run.details.row.status)},
             {"samples_per_second", json_number_of(run.samples_per_second())},
             {"startup_s", json_number_of(run.details.end ? run.details.end->startup_s : not_measured)},
             {"warmup_steps", run.warmup_steps},
             {"warmup_s", json_number_of(run.warmup_s)}});
    return {{"label", arm.label()},
            {"samples_per_second", json_number_of(arm.samples_per_second())},
            {"runs", runs}};
}

const char* word_of(QualityGuard::State state) {
    switch (state) {
    case QualityGuard::State::kept:
        return "kept";
    case QualityGuard::State::lost:
        return "lost";
    case QualityGuard::State::unknown:
        break;
    }
    return "unknown";
}

Json json_of(const QualityGuard& quality) {
    return {{"metric", quality.metric},
            {"baseline", json_number_of(quality.baseline)},
            {"other", json_number_of(quality.other)},
            {"difference", json_number_of(quality.difference)},
            {"bound", json_number_of(quality.bound)},
            {"margin", json_number_of(quality.margin)},
            {"verdict", word_of(quality.state)},
            {"text", quality.text}};
}

Json json_of(const TimeToTarget& target) {
    if (target.target.empty())
        return nullptr;
    return {{"target", target.target},
            {"baseline_reached", target.baseline_reached},
            {"baseline_runs", target.baseline_runs},
            {"other_reached", target.other_reached},
            {"other_runs", target.other_runs},
            {"baseline_s", json_number_of(target.baseline_s)},
            {"other_s", json_number_of(target.other_s)},
            {"speed_up", json_number_of(target.speed_up)},
            {"throughput_factor", json_number_of(target.throughput_factor)},
            {"samples_factor", json_number_of(target.samples_factor)},
            {"overhead_factor", json_number_of(target.overhead_factor)}};
}

Json json_of(const ReportCurve& curve) {
    Json epochs = Json::array();
    for (const EpochPoint& epoch : curve.epochs)
        epochs.push_back({{"epoch", epoch.epoch},
                          {"step", epoch.step},
                          {"samples", epoch.samples},
                          {"wall_s", json_number_of(epoch.wall_s)},
                          {"loss", json_number_of(epoch.loss)},
                          {"accuracy", json_number_of(epoch.accuracy)},
                          {"val_loss", json_number_of(epoch.val_loss)},
                          {"val_accuracy", json_number_of(epoch.val_accuracy)}});
    return {{"run", curve.run}, {"name", curve.name}, {"steps", curve.points.size()}, {"epochs", epochs}};
}

} // namespace

Json json_number_of(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(const Comparison& c) {
    Json differences = Json::array();
    for (const Difference& difference : c.differences)
        differences.push_back({{"what", difference.what},
                               {"baseline", difference.baseline},
                               {"other", difference.other},
                               {"intended", difference.intended}});
    return {{"baseline", json_of(c.baseline)},
            {"other", json_of(c.other)},
            {"speed_up", json_number_of(c.speed.ratio)},
            {"interval",
             Json::array({json_number_of(c.speed.interval.low), json_number_of(c.speed.interval.high)})},
            {"p_value", json_number_of(c.speed.p_value)},
            {"verdict", word_of(c.speed.verdict)},
            {"within_one_run", c.speed.within_one_run},
            {"more_runs", c.speed.more_runs},
            {"quality", json_of(c.quality)},
            {"time_to_target", json_of(c.target)},
            {"baseline_iterations_a_day", json_number_of(c.baseline_laps_per_day)},
            {"other_iterations_a_day", json_number_of(c.other_laps_per_day)},
            {"confounded", c.confounded},
            {"differences", differences},
            {"summary", c.summary}};
}

Json json_of(const Report& report) {
    Json comparisons = Json::array(), runs = Json::array();
    for (const Comparison& comparison : report.comparisons)
        comparisons.push_back(json_of(comparison));
    for (const ReportCurve& curve : report.curves)
        runs.push_back(json_of(curve));
    return {{"title", report.title},
            {"made", utc_text(report.made)},
            {"comparisons", comparisons},
            {"runs", runs}};
}

std::string dumped(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string comparison_json(const Comparison& comparison) {
    return dumped(json_of(comparison));
}

} // namespace laptime
