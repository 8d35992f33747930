// SPDX-License-Identifier: Apache-2.0
// A History in memory with made-up runs, so that comparisons and reports can be tested on numbers that are
// known.
#pragma once

#include <algorithm>
#include <functional>
#include <map>

#include "engine/history/history.h"

namespace laptime::test {

class FakeHistory : public History {
public:
    const std::string& path() const override { return path_; }
    const OpenReport& open_report() const override { return report_; }

    RunId add_run(const Experiment& experiment, const MachineFacts& machine, RunId group = 0) override {
        const RunId id = ++last_;
        RunDetails& run = runs_[id];
        run.row.id = id;
        run.row.group = group ? group : id;
        run.row.name = experiment.name;
        run.row.model = experiment.model.library;
        run.row.dataset = experiment.data.dataset;
        run.row.precision = word_of(experiment.speed.precision);
        run.row.strategy = word_of(experiment.speed.strategy);
        run.row.devices = experiment.speed.devices;
        run.row.global_batch = experiment.speed.global_batch;
        run.row.seed = experiment.train.seed;
        run.row.color = static_cast<int>(id) - 1;
        run.experiment = experiment;
        run.machine = machine;
        return id;
    }
    std::vector<RunRow> runs() override {
        std::vector<RunRow> rows;
        for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
            rows.push_back(run->second.row);
        return rows;
    }
    RunDetails run(RunId id) override { return details(id); }
    RunId find_run(const std::string& text) override {
        for (const auto& [id, run] : runs_)
            if (std::to_string(id) == text || run.row.name == text)
                return id;
        throw InvalidInput("no run is called \"" + text + "\"");
    }
    void rename(RunId id, const std::string& name) override { details(id).row.name = name; }
    void set_note(RunId id, const std::string& note) override { details(id).row.note = note; }
    void set_tags(RunId id, const std::vector<std::string>& tags) override { details(id).row.tags = tags; }
    void remove(const std::vector<RunId>& ids) override {
        for (const RunId id : ids)
            runs_.erase(id);
    }
    std::int64_t change_counter() override { return 0; }
    std::vector<RunId> mark_dead_runs() override { return {}; }
    std::string setting(const std::string& key) override { return settings_[key]; }
    void set_setting(const std::string& key, const std::string& value) override { settings_[key] = value; }
    void begin(RunId id, const RunStart& start, const MachineFacts& machine, const std::string& fingerprint,
               const std::string& casts, const std::string& artifacts) override {
        RunDetails& run = details(id);
        run.start = start;
        run.machine = machine;
        run.data_fingerprint = fingerprint;
        run.cast_map = casts;
        run.row.artifacts = artifacts;
        run.row.status = RunStatus::running;
    }
    void append(RunId id, const std::vector<StepPoint>& points, const std::vector<EpochPoint>& epochs,
                const std::vector<RunWarning>& warnings) override {
        RunDetails& run = details(id);
        steps_[id].insert(steps_[id].end(), points.begin(), points.end());
        run.epochs.insert(run.epochs.end(), epochs.begin(), epochs.end());
        run.warnings.insert(run.warnings.end(), warnings.begin(), warnings.end());
    }
    void set_status(RunId id, RunStatus status) override { details(id).row.status = status; }
    void end(RunId id, const RunEnd& end) override {
        RunDetails& run = details(id);
        run.end = end;
        run.row.status = end.status;
        run.row.val_accuracy = end.val_accuracy;
        run.row.val_loss = end.val_loss;
        run.row.samples_per_second = end.samples_per_second;
        run.row.time_to_target_s = end.time_to_target_s;
        run.row.wall_s = end.wall_s;
        run.row.startup_s = end.startup_s;
        run.row.error = end.error;
    }
    void rewind(RunId id, std::int64_t step) override {
        std::erase_if(steps_[id], [step](const StepPoint& point) { return point.step > step; });
    }
    std::vector<StepPoint> steps(RunId id, std::int64_t after) override {
        std::vector<StepPoint> points = steps_[id];
        std::erase_if(points, [after](const StepPoint& point) { return point.step <= after; });
        return points;
    }
    std::vector<CurveBucket> curve(RunId, int) override { return {}; }
    std::vector<EpochPoint> epochs(RunId id) override { return details(id).epochs; }

    RunDetails& details(RunId id) {
        const auto run = runs_.find(id);
        if (run == runs_.end())
            throw HistoryError("there is no run " + std::to_string(id));
        return run->second;
    }
    std::vector<StepPoint>& points(RunId id) { return steps_[id]; }

private:
    std::string path_ = ":fake:";
    OpenReport report_;
    RunId last_ = 0;
    std::map<RunId, RunDetails> runs_;
    std::map<RunId, std::vector<StepPoint>> steps_;
    std::map<std::string, std::string> settings_;
};

inline MachineFacts a_machine() {
    return {{"cpu", "Test CPU"}, {"cores", "2"}, {"laptime", "0.1.0"}};
}

/// What a made-up run looks like; the defaults are a finished run of 200 steps.
struct MadeUp {
    Experiment experiment;
    int steps = 200;
    std::function<double(int)> step_ms = [](int) { return 10.0; }; ///< of step 1, 2, …
    double val_accuracy = 0.91, val_loss = 0.25;
    double time_to_target_s = not_measured;
    std::int64_t steps_per_epoch = 50;
    RunStatus status = RunStatus::finished;
    MachineFacts machine = a_machine();
    std::string fingerprint = "data-1";
};

inline Experiment an_experiment(const std::string& name, Precision precision = Precision::float32,
                                std::uint64_t seed = 1) {
    Experiment e;
    e.name = name;
    e.speed.precision = precision;
    e.speed.global_batch = 100;
    e.train.seed = seed;
    return e;
}

inline RunId add(FakeHistory& history, const MadeUp& made) {
    const RunId id = history.add_run(made.experiment, made.machine);
    RunStart start;
    start.name = made.experiment.name;
    start.steps_per_epoch = made.steps_per_epoch;
    history.begin(id, start, made.machine, made.fingerprint, "", "");
    std::vector<StepPoint> points;
    std::vector<EpochPoint> epochs;
    double wall = 0.3;
    for (int i = 1; i <= made.steps; ++i) {
        StepPoint point;
        point.step = i;
        point.epoch = (i - 1) / made.steps_per_epoch + 1;
        point.samples = i * made.experiment.speed.global_batch;
        point.step_ms = made.step_ms(i);
        point.data_ms = point.step_ms / 10;
        wall += point.step_ms / 1e3;
        point.wall_s = wall;
        point.loss = 2.3 / (1 + 0.05 * i);
        point.learning_rate = 1e-3;
        points.push_back(point);
        if (i % made.steps_per_epoch == 0) {
            EpochPoint epoch;
            epoch.epoch = point.epoch;
            epoch.step = i;
            epoch.samples = point.samples;
            epoch.wall_s = wall;
            epoch.train_s = wall - 0.3;
            epoch.loss = point.loss;
            epoch.accuracy = made.val_accuracy - 0.02;
            const double left = 0.1 * static_cast<double>(made.steps - i) / static_cast<double>(made.steps);
            epoch.val_accuracy = made.val_accuracy - left;
            epoch.val_loss = made.val_loss + left;
            epochs.push_back(epoch);
        }
    }
    history.append(id, points, epochs, {});
    RunEnd end;
    end.status = made.status;
    end.wall_s = wall + 0.2;
    end.startup_s = 0.3;
    end.samples_per_second =
        static_cast<double>(made.experiment.speed.global_batch) / made.step_ms(made.steps) * 1e3;
    end.val_accuracy = end.best = made.val_accuracy;
    end.val_loss = made.val_loss;
    end.time_to_target_s = made.time_to_target_s;
    end.steps = made.steps;
    end.samples = made.steps * made.experiment.speed.global_batch;
    end.time.startup = 0.3;
    end.time.compute = (wall - 0.3) * 0.8;
    end.time.data = (wall - 0.3) * 0.1;
    end.time.host = (wall - 0.3) * 0.1;
    end.time.evaluation = 0.2;
    if (made.status == RunStatus::diverged)
        end.error = "the loss is not a number at step 7";
    history.end(id, end);
    return id;
}

} // namespace laptime::test
