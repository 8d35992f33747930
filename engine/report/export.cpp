// SPDX-License-Identifier: Apache-2.0
// Every point of one run as .csv or .jsonl (DESIGN §5).
#include <charconv>
#include <cmath>
#include <map>

#include "engine/compare/numbers.h"
#include "engine/report/atomic_file.h"
#include "engine/report/report.h"

namespace laptime {

namespace {

constexpr const char* csv_header =
    "step,epoch,samples,wall_s,loss,learning_rate,step_ms,data_ms,collective_ms,"
    "val_loss,val_accuracy\n";

/// NaN and infinities are no JSON.
std::string json_number(double value) {
    return std::isfinite(value) ? exact(value) : "null";
}

std::string csv_row(const StepPoint& point, const EpochPoint* epoch) {
    std::string row =
        std::to_string(point.step) + "," + std::to_string(point.epoch) + "," + std::to_string(point.samples);
    for (const double value :
         {point.wall_s, point.loss, point.learning_rate, point.step_ms, point.data_ms, point.collective_ms})
        row += "," + exact(value);
    for (const double value :
         {epoch ? epoch->val_loss : not_measured, epoch ? epoch->val_accuracy : not_measured})
        row += std::isnan(value) ? std::string(",") : "," + exact(value);
    return row + "\n";
}

std::string json_row(const StepPoint& point, const EpochPoint* epoch) {
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
    if (epoch) {
        add("val_loss", epoch->val_loss);
        add("val_accuracy", epoch->val_accuracy);
    }
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
    for (const EpochPoint& epoch : history.epochs(run))
        epochs[epoch.step] = epoch;
    AtomicFile out(file);
    if (ending == "csv")
        out.write(csv_header);
    for (const StepPoint& point : points) {
        const auto epoch = epochs.find(point.step);
        const EpochPoint* measured = epoch == epochs.end() ? nullptr : &epoch->second;
        out.write(ending == "csv" ? csv_row(point, measured) : json_row(point, measured));
    }
    out.commit();
}

} // namespace laptime
