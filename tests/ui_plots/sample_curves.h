// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up but plausible curves for tests and pictures: a falling loss with noise, rising accuracy, a time
// account.
#pragma once

#include <cmath>
#include <random>

#include "ui/models/curve_store.h"

namespace laptime::ui {

struct SampleSpec {
    RunId run = 1;
    int steps = 2345;
    int stepsPerEpoch = 469;
    std::int64_t batch = 128;
    double stepMs = 9.0;
    double floor = 0.2; ///< the loss it comes to
    int diverges = 0;   ///< from this step on the loss is NaN; 0: never
    bool ended = true;
};

inline RunCurve sampleCurve(const SampleSpec& spec) {
    std::mt19937 random(static_cast<unsigned>(spec.run));
    std::normal_distribution<double> noise;
    RunCurve curve;
    curve.run = spec.run;
    curve.globalBatch = spec.batch;
    curve.stepsPerEpoch = spec.stepsPerEpoch;
    curve.status = spec.ended ? RunStatus::finished : RunStatus::running;
    double wall = 0.31;
    for (int step = 1; step <= spec.steps; ++step) {
        StepPoint point;
        point.step = step;
        point.epoch = 1 + (step - 1) / spec.stepsPerEpoch;
        point.samples = step * spec.batch;
        point.step_ms = spec.stepMs * (1 + 0.06 * std::abs(noise(random))) * (step == 1 ? 12 : 1);
        point.data_ms = 0.04 * point.step_ms;
        wall += step == 1 ? 0.05 : point.step_ms / 1000;
        point.wall_s = wall;
        const double progress = static_cast<double>(step) / spec.stepsPerEpoch;
        point.loss =
            spec.floor +
            (2.303 - spec.floor) * std::exp(-2.6 * std::sqrt(progress)) * (1 + 0.12 * noise(random)) +
            0.1 * spec.floor * noise(random);
        if (spec.diverges > 0 && step >= spec.diverges)
            point.loss = not_measured;
        curve.points.push_back(point);
        if (step % spec.stepsPerEpoch == 0) {
            EpochPoint epoch;
            epoch.epoch = point.epoch;
            epoch.step = step;
            epoch.samples = point.samples;
            epoch.eval_s = 0.15 * spec.stepMs * spec.stepsPerEpoch / 1000;
            wall += epoch.eval_s;
            epoch.wall_s = wall;
            const auto e = static_cast<double>(epoch.epoch);
            epoch.accuracy = 0.93 - 0.16 * std::exp(-0.7 * e) - 0.1 * spec.floor;
            epoch.val_accuracy = 0.925 - 0.11 * std::exp(-0.8 * e) - 0.1 * spec.floor;
            epoch.val_loss = spec.floor * 1.2 + 0.25 * std::exp(-0.7 * e);
            epoch.loss = spec.floor + 0.3 * std::exp(-0.7 * e);
            curve.epochs.push_back(epoch);
        }
    }
    if (spec.ended) {
        TimeAccount live = timeAccount(curve);
        live.host = 0.05 * live.compute;
        live.compute -= live.host;
        live.checkpoint = 0.02 * live.compute;
        curve.time = live;
        curve.timeIsFinal = true;
    }
    curve.loaded = true;
    return curve;
}

} // namespace laptime::ui
