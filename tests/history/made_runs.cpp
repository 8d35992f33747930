// SPDX-License-Identifier: Apache-2.0
// Made-up runs (see made_runs.h).
#include "tests/history/made_runs.h"

#include <algorithm>
#include <cmath>

#include "engine/core/random.h"

namespace laptime::made {

namespace {

struct Kind {
    Precision precision;
    std::int64_t batch;
    double samples_per_second;
};

constexpr Kind kinds[] = {{Precision::float32, 128, 9500},       {Precision::mixed_bfloat16, 128, 17200},
                          {Precision::float32, 32, 7100},        {Precision::mixed_bfloat16, 512, 19800},
                          {Precision::mixed_float16, 128, 8300}, {Precision::float64, 128, 2600}};

/// As float32 training gives it: the low half of the mantissa is zero.
double as_float(double value) {
    return static_cast<double>(static_cast<float>(value));
}

} // namespace

Experiment experiment(int n) {
    const Kind& kind = kinds[static_cast<std::size_t>(n) % std::size(kinds)];
    Experiment e;
    e.speed.precision = kind.precision;
    e.speed.global_batch = kind.batch;
    e.train.seed = 1 + static_cast<std::uint64_t>(n) / std::size(kinds);
    e.name = "cnn-" + std::string(word_of(kind.precision)) + "-b" + std::to_string(kind.batch) + "-s" +
             std::to_string(e.train.seed);
    return e;
}

Run run(const Experiment& e, std::int64_t steps) {
    const auto kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) {
        return k.precision == e.speed.precision && k.batch == e.speed.global_batch;
    });
    const double speed = kind == std::end(kinds) ? 9000 : kind->samples_per_second;
    const std::int64_t batch = e.speed.global_batch;
    const std::int64_t steps_per_epoch = (train_size + batch - 1) / batch;
    const auto n = static_cast<std::size_t>(steps);
    const std::vector<double> noise = random_normal(e.train.seed, RandomUse::synthetic, 0, n);
    const std::vector<double> jitter = random_normal(e.train.seed, RandomUse::synthetic, 1, n);
    const std::vector<double> chance = random_uniform(e.train.seed, RandomUse::synthetic, 2, n, 0, 1);

    Run run;
    run.start.name = e.name;
    run.start.devices = e.speed.devices;
    run.start.precision = word_of(e.speed.precision);
    run.start.strategy = word_of(e.speed.strategy);
    run.start.global_batch = batch;
    run.start.parameters = 421642;
    run.start.predicted_memory_bytes = 222'000'000;
    run.start.total_steps = steps;
    run.start.steps_per_epoch = steps_per_epoch;
    run.start.total_epochs = (steps + steps_per_epoch - 1) / steps_per_epoch;

    double wall_s = 0.31, train_s = 0, loss_sum = 0;
    std::int64_t samples = 0, in_epoch = 0;
    run.steps.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double t = static_cast<double>(samples) / static_cast<double>(train_size);
        StepPoint p;
        p.step = static_cast<std::int64_t>(i) + 1;
        p.epoch = static_cast<std::int64_t>(i) / steps_per_epoch + 1;
        samples = std::min(samples + batch, p.epoch * train_size);
        p.samples = samples;
        p.loss = as_float((0.12 + 0.35 / (1 + t) + 1.8 * std::exp(-14 * t)) * std::exp(0.18 * noise[i]));
        p.learning_rate = e.train.learning_rate.rate;
        // One step in 400 is held up by something else on the machine.
        p.step_ms = 1e3 * static_cast<double>(batch) / speed * (1 + 0.02 * std::fabs(jitter[i])) *
                    (chance[i] < 0.0025 ? 3 : 1);
        p.data_ms = 0.02 * p.step_ms * chance[i];
        wall_s += p.step_ms / 1e3;
        p.wall_s = wall_s;
        train_s += p.step_ms / 1e3;
        loss_sum += p.loss;
        ++in_epoch;
        run.steps.push_back(p);
        run.end.time.data += p.data_ms / 1e3;
        run.end.time.compute += (p.step_ms - p.data_ms) / 1e3;
        if (p.step % steps_per_epoch != 0 && p.step != steps)
            continue;
        EpochPoint epoch;
        epoch.epoch = p.epoch;
        epoch.step = p.step;
        epoch.samples = samples;
        epoch.train_s = train_s;
        epoch.eval_s = 10000 / (3 * speed);
        wall_s += epoch.eval_s;
        epoch.wall_s = wall_s;
        const double done = static_cast<double>(samples) / static_cast<double>(train_size);
        epoch.loss = loss_sum / static_cast<double>(in_epoch);
        epoch.accuracy = 1 - 0.3 * epoch.loss;
        epoch.val_accuracy = 0.915 - 0.055 / done + 0.0015 * noise[i];
        epoch.val_loss = 0.24 + 0.14 / done;
        epoch.samples_per_second = static_cast<double>(in_epoch * batch) / train_s;
        run.end.time.evaluation += epoch.eval_s;
        run.end.best = std::fmax(run.end.best, epoch.val_accuracy);
        run.epochs.push_back(epoch);
        train_s = loss_sum = 0;
        in_epoch = 0;
    }
    run.end.status = RunStatus::finished;
    run.end.wall_s = wall_s;
    run.end.startup_s = run.end.time.startup = 0.31;
    run.end.samples_per_second = speed / 1.012;
    run.end.steps = steps;
    run.end.samples = samples;
    run.end.memory_bytes = 219'000'000;
    if (!run.epochs.empty()) {
        run.end.val_loss = run.epochs.back().val_loss;
        run.end.val_accuracy = run.epochs.back().val_accuracy;
    }
    return run;
}

} // namespace laptime::made
