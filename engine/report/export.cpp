// SPDX-License-Identifier: Apache-2.0
// Every point of one run as .csv or .jsonl (DESIGN §5).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "engine/compare/numbers.h"
#include "engine/core/atomic_file.h"
#include "engine/report/report.h"

namespace laptime {

namespace {

constexpr const char* step_columns =
    "step,epoch,samples,wall_s,loss,learning_rate,step_ms,data_ms,collective_ms";

/// NaN and infinities are no JSON.
std::string json_number(double value) {
    return std::isfinite(value) ? exact(value) : "null";
}

/// Loss and accuracy always, and what else the run measured.
std::vector<Metric> metrics_of(const std::vector<EpochPoint>& epochs) {
    std::vector<Metric> metrics{Metric::val_loss, Metric::val_accuracy};
    for (const EpochPoint& epoch : epochs)
        for (const MetricValue& one : epoch.metrics)
            if (std::find(metrics.begin(), metrics.end(), one.metric) == metrics.end())
                metrics.push_back(one.metric);
    return metrics;
}

std::string csv_header(const std::vector<Metric>& metrics) {
    std::string header = step_columns;
    for (const Metric metric : metrics)
        header += std::string(",") + word_of(metric);
    return header + "\n";
}

std::string csv_row(const StepPoint& point, const EpochPoint* epoch, const std::vector<Metric>& metrics) {
    std::string row =
        std::to_string(point.step) + "," + std::to_string(point.epoch) + "," + std::to_string(point.samples);
    for (const double value :
         {point.wall_s, point.loss, point.learning_rate, point.step_ms, point.data_ms, point.collective_ms})
        row += "," + exact(value);
    for (const Metric metric : metrics) {
        const double value = epoch ? value_of(*epoch, metric) : not_measured;
        row += std::isnan(value) ? std::string(",") : "," + exact(value);
    }
    return row + "\n";
}

std::string json_row(const StepPoint& point, const EpochPoint* epoch, const std::vector<Metric>& metrics) {
    std::string row = "{\"step\":" + std::to_string(point.step) +
                      ",\"epoch\":" + std::to_string(point.epoch) +
                      ",\"samples\":" + std::to_string(point.samples);
    const auto add = [&row](const char* key, double value) {
        row += std::string(",\"") + key + "\":" + json_number(value);
    };
    add("wall_s", point.wall_s);
    add("loss", point.loss);
    add("learning_rate", point.learning_rate);
    add("step_ms", point.step_ms);
    add("data_ms", point.data_ms);
    add("collective_ms", point.collective_ms);
    if (epoch)
        for (const Metric metric : metrics)
            add(word_of(metric), value_of(*epoch, metric));
    return row + "}\n";
}

} // namespace

void export_run(History& history, RunId run, const std::string& file) {
    const std::string ending = ending_of(file);
    if (ending != "csv" && ending != "jsonl")
        throw InvalidInput("cannot export to " + file + ": the file's name must end in .csv or .jsonl");
    const std::vector<StepPoint> points = history.steps(run);
    if (points.empty())
        throw InvalidInput("run " + std::to_string(run) +
                           " has no points to export: it has not trained any steps");
    std::map<std::int64_t, EpochPoint> epochs; // by the step after which they were measured
    const std::vector<EpochPoint> measured_epochs = history.epochs(run);
    for (const EpochPoint& epoch : measured_epochs)
        epochs[epoch.step] = epoch;
    const std::vector<Metric> metrics = metrics_of(measured_epochs);
    AtomicFile out(file);
    if (ending == "csv")
        out.write(csv_header(metrics));
    for (const StepPoint& point : points) {
        const auto epoch = epochs.find(point.step);
        const EpochPoint* measured = epoch == epochs.end() ? nullptr : &epoch->second;
        out.write(ending == "csv" ? csv_row(point, measured, metrics) : json_row(point, measured, metrics));
    }
    out.commit();
}

} // namespace laptime
