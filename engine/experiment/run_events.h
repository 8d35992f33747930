// SPDX-License-Identifier: Apache-2.0
// What a run tells while it goes: the events of `laptime train --json`, and what the history keeps.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/metric.h"

namespace laptime {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

enum class RunStatus { queued, running, paused, finished, stopped, diverged, failed, interrupted };
const char* word_of(RunStatus);
/// Throws std::logic_error for another word.
RunStatus run_status(const std::string& word);
/// finished, stopped, diverged, failed or interrupted.
bool is_ended(RunStatus status);

struct RunStart {
    std::string name;
    std::vector<std::string> devices;
    std::string precision, strategy;
    std::int64_t global_batch = 0;
    std::int64_t parameters = 0;
    std::int64_t predicted_memory_bytes = 0;
    std::int64_t first_step = 0;  ///< steps already done before (a resumed run)
    std::int64_t total_steps = 0; ///< planned; 0 if bounded by time only
    std::int64_t steps_per_epoch = 0;
    std::int64_t total_epochs = 0; ///< planned; 0 if not bounded by epochs
};

/// One optimizer step.
struct StepPoint {
    std::int64_t step = 0;    ///< from 1
    std::int64_t epoch = 0;   ///< from 1
    std::int64_t samples = 0; ///< seen so far, over all epochs
    double wall_s = 0;        ///< since the run's start, pauses excluded; continues over resumptions
    double loss = 0;          ///< unscaled mean over the global batch
    double learning_rate = 0;
    double step_ms = 0; ///< wall time of the step: waiting for data + compute + collectives + host
    double data_ms = 0;
    double collective_ms = 0;
    bool skipped = false; ///< by the loss scale
};

/// What a metric was on the validation part.
struct MetricValue {
    Metric metric = Metric::val_loss;
    double value = not_measured;
    bool operator==(const MetricValue&) const = default;
};

struct EpochPoint {
    std::int64_t epoch = 0; ///< from 1
    std::int64_t step = 0;  ///< last optimizer step of the epoch
    std::int64_t samples = 0;
    double wall_s = 0;
    double train_s = 0; ///< time of the training steps of this epoch
    double eval_s = 0;
    double loss = 0, accuracy = 0; ///< over the training steps of the epoch; no accuracy (NaN) of numbers
    double val_loss = not_measured, val_accuracy = not_measured;
    double samples_per_second = 0;
    double best = not_measured;       ///< of the monitored metric, over the epochs so far
    std::vector<MetricValue> metrics; ///< those asked for besides loss and accuracy
};

/// What the epoch measured of a metric; NaN where it was not measured.
double value_of(const EpochPoint& epoch, Metric metric);

/// Where a run's wall time went, in seconds.
struct TimeAccount {
    double startup = 0; ///< process start or click → beginning of the first step
    double data = 0, compute = 0, collective = 0, host = 0; ///< of the training steps
    double evaluation = 0, checkpoint = 0, paused = 0;
};

struct RunWarning {
    std::string code; ///< stable word: "emulated_precision", "loss_scale_skips", …
    std::string text;
};

struct RunEnd {
    RunStatus status = RunStatus::finished;
    double wall_s = 0, startup_s = 0;
    double samples_per_second = not_measured; ///< steady-state median over training steps
    double val_loss = not_measured, val_accuracy = not_measured;
    double best = not_measured; ///< of the monitored metric (train.monitor) over the epochs
    std::int64_t skipped_steps = 0;
    double time_to_target_s = not_measured; ///< NaN: no target, or not reached
    std::string error;                      ///< why it failed or diverged
    std::int64_t steps = 0, samples = 0;
    TimeAccount time;
    std::int64_t memory_bytes = 0; ///< really allocated for weights, state and activations
};

} // namespace laptime
