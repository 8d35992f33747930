// SPDX-License-Identifier: Apache-2.0
// An observer that keeps everything it is told, and small experiments to train in tests.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/experiment/read_experiment.h"
#include "engine/train/trainer.h"

namespace laptime::testing {

class Recorder : public RunObserver {
public:
    void on_start(const RunStart& s) override { start = s; }
    void on_steps(std::span<const StepPoint> points) override {
        steps.insert(steps.end(), points.begin(), points.end());
        executions.push_back(points.size());
        if (after_steps)
            after_steps(steps.back().step);
    }
    void on_epoch(const EpochPoint& point) override {
        epochs.push_back(point);
        if (after_epoch)
            after_epoch(point.epoch);
    }
    void on_warning(const RunWarning& warning) override { warnings.push_back(warning); }
    void on_status(RunStatus status) override { statuses.push_back(status); }
    void on_end(const RunEnd& e) override {
        end = e;
        ++ends;
    }

    RunStart start;
    std::vector<StepPoint> steps;
    std::vector<std::size_t> executions;
    std::vector<EpochPoint> epochs;
    std::vector<RunWarning> warnings;
    std::vector<RunStatus> statuses;
    RunEnd end;
    int ends = 0;
    std::function<void(std::int64_t step)> after_steps;
    std::function<void(std::int64_t epoch)> after_epoch;
};

/// A small, quick experiment; `settings` are lines as "speed.precision=float64".
inline Experiment small_experiment(const std::vector<std::pair<std::string, std::string>>& settings = {}) {
    return parse_experiment(R"(
name = "small"
[data]
dataset = "synthetic:8x8x1/4/200"
[model]
library = "cnn"
filters = [4, 6]
dense = 10
[speed]
global_batch = 24
[train]
optimizer = "adam"
learning_rate = 1e-2
epochs = 2
seed = 5
)",
                            settings);
}

/// Trains and returns what was seen. `prepare` can set the recorder's hooks.
inline Recorder train(const TrainRequest& request,
                      const std::function<void(Recorder&, RunControl&)>& prepare = {}) {
    Recorder recorder;
    RunControl control;
    if (prepare)
        prepare(recorder, control);
    Trainer trainer(request);
    trainer.prepare();
    trainer.run(recorder, control);
    return recorder;
}

inline std::vector<double> losses(const Recorder& recorder) {
    std::vector<double> list;
    for (const StepPoint& point : recorder.steps)
        list.push_back(point.loss);
    return list;
}

} // namespace laptime::testing
