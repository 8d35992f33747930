// SPDX-License-Identifier: Apache-2.0
// Events of `train --json`.
#include "app/cli/event_printers.h"
#include "app/cli/output.h"

namespace laptime::cli {

namespace {

class JsonPrinter : public EventPrinter {
public:
    explicit JsonPrinter(RunId run) : run_(run) {}

    bool print(const RunEvent& event) override {
        return std::visit([this](const auto& e) { return print_json(of(e)); }, event);
    }

private:
    Json head(const char* event) const { return {{"event", event}, {"run", run_}}; }

    Json of(const RunStart& start) const {
        Json json = head("start");
        json["name"] = start.name;
        json["devices"] = start.devices;
        json["precision"] = start.precision;
        json["strategy"] = start.strategy;
        json["global_batch"] = start.global_batch;
        json["parameters"] = start.parameters;
        json["predicted_memory_bytes"] = start.predicted_memory_bytes;
        json["first_step"] = start.first_step;
        json["total_steps"] = start.total_steps;
        json["steps_per_epoch"] = start.steps_per_epoch;
        json["total_epochs"] = start.total_epochs;
        return json;
    }

    Json of(const Progress& progress) const {
        const StepPoint& point = progress.last;
        Json json = head("step");
        json["step"] = point.step;
        json["epoch"] = point.epoch;
        json["samples"] = point.samples;
        json["wall_s"] = json_number_of(point.wall_s);
        json["loss"] = json_number_of(point.loss);
        json["learning_rate"] = json_number_of(point.learning_rate);
        json["step_ms"] = json_number_of(point.step_ms);
        json["data_ms"] = json_number_of(point.data_ms);
        json["collective_ms"] = json_number_of(point.collective_ms);
        return json;
    }

    /// What was measured besides loss and accuracy, by its word.
    static void add(Json& json, const std::vector<MetricValue>& metrics) {
        for (const MetricValue& metric : metrics)
            json[word_of(metric.metric)] = json_number_of(metric.value);
    }

    Json of(const EpochPoint& epoch) {
        Json json = head("epoch");
        json["epoch"] = epoch.epoch;
        json["wall_s"] = json_number_of(epoch.wall_s);
        json["train_s"] = json_number_of(epoch.train_s);
        json["loss"] = json_number_of(epoch.loss);
        json["accuracy"] = json_number_of(epoch.accuracy);
        json["val_loss"] = json_number_of(epoch.val_loss);
        json["val_accuracy"] = json_number_of(epoch.val_accuracy);
        json["samples_per_second"] = json_number_of(epoch.samples_per_second);
        metrics_ = epoch.metrics;
        add(json, metrics_);
        return json;
    }

    Json of(const RunWarning& warning) const {
        Json json = head("warning");
        json["code"] = warning.code;
        json["text"] = warning.text;
        return json;
    }

    Json of(const RunEnd& end) const {
        Json json = head("end");
        json["status"] = word_of(end.status);
        json["wall_s"] = json_number_of(end.wall_s);
        json["startup_s"] = json_number_of(end.startup_s);
        json["samples_per_second"] = json_number_of(end.samples_per_second);
        json["val_loss"] = json_number_of(end.val_loss);
        json["val_accuracy"] = json_number_of(end.val_accuracy);
        add(json, metrics_);
        json["best"] = json_number_of(end.best);
        json["skipped_steps"] = end.skipped_steps;
        json["time_to_target_s"] = json_number_of(end.time_to_target_s);
        json["error"] = end.error.empty() ? Json(nullptr) : Json(end.error);
        return json;
    }

    RunId run_;
    std::vector<MetricValue> metrics_; ///< of the last epoch
};

} // namespace

std::unique_ptr<EventPrinter> json_printer(RunId run) {
    return std::make_unique<JsonPrinter>(run);
}

} // namespace laptime::cli
