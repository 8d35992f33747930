// SPDX-License-Identifier: Apache-2.0
// What the golden tests share: samples and their order from the counter-based generator, as the scripts that
// made the expected losses have them, and a training of some steps.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/train/step_graph.h"

namespace laptime::tests {

/// What all runs of a file of golden losses have in common.
struct GoldenSettings {
    std::uint64_t seed;
    std::uint32_t pool, batch, steps, height, width, channels;
    int classes;

    explicit GoldenSettings(const nlohmann::json& json)
        : seed(json.at("seed")), pool(json.at("pool")), batch(json.at("batch")), steps(json.at("steps")),
          height(json.at("height")), width(json.at("width")), channels(json.at("channels")),
          classes(json.at("classes")) {}
    std::uint32_t sample_size() const { return height * width * channels; }
};

/// A sample as its bytes, and its labels: one of a picture, one a position of a text.
struct GoldenSample {
    std::vector<std::uint8_t> bytes;
    std::vector<std::int32_t> labels;
};

inline GoldenSample golden_picture(const GoldenSettings& settings, std::uint32_t number) {
    const RandomKey key = random_key(settings.seed, RandomUse::synthetic);
    const auto classes = static_cast<std::uint32_t>(settings.classes);
    const std::uint32_t label = philox(key, {0, number, 1, 0})[0] % classes;
    GoldenSample sample{{}, {static_cast<std::int32_t>(label)}};
    for (std::uint32_t block = 0; 16 * block < settings.sample_size(); ++block)
        for (const std::uint32_t word : philox(key, {block, number, 0, 0}))
            for (int byte = 0; byte < 4; ++byte)
                sample.bytes.push_back(static_cast<std::uint8_t>(word >> (8 * byte)));
    for (std::uint32_t i = 0; i < settings.sample_size(); ++i) {
        const std::uint32_t row = i / (settings.width * settings.channels);
        const bool in_band = row * classes / settings.height == label;
        sample.bytes[i] = static_cast<std::uint8_t>(sample.bytes[i] / 2 + (in_band ? 64 : 0));
    }
    return sample;
}

/// Host data of one step, in the order of the program's inputs.
struct GoldenStep {
    std::vector<std::uint8_t> x;
    std::vector<std::int32_t> labels;
    std::array<std::int64_t, 4> rng;
    double scale64;
    float scale32;
};

/// `samples`: the pool, in the order of their numbers.
inline std::vector<GoldenStep> golden_steps(const GoldenSettings& settings,
                                            const std::vector<GoldenSample>& samples) {
    std::vector<GoldenStep> steps(settings.steps);
    const std::uint32_t batches = settings.pool / settings.batch;
    for (std::uint32_t step = 0; step < settings.steps; ++step) {
        const std::uint32_t epoch = step / batches + 1, first = step % batches * settings.batch;
        const auto order = random_permutation(settings.seed, RandomUse::shuffle, epoch, settings.pool);
        GoldenStep& data = steps[step];
        data.rng = {static_cast<std::int64_t>(settings.seed), epoch, step, 0};
        data.scale64 = 1.0 / settings.batch;
        data.scale32 = static_cast<float>(data.scale64);
        for (std::uint32_t i = first; i < first + settings.batch; ++i) {
            const GoldenSample& sample = samples[order[i]];
            data.x.insert(data.x.end(), sample.bytes.begin(), sample.bytes.end());
            data.labels.insert(data.labels.end(), sample.labels.begin(), sample.labels.end());
        }
    }
    return steps;
}

inline OptimizerKind optimizer_named(const std::string& word) {
    for (const auto kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::nesterov,
                            OptimizerKind::rmsprop, OptimizerKind::adam, OptimizerKind::adamw})
        if (word == word_of(kind))
            return kind;
    throw std::logic_error("golden losses: unknown optimizer " + word);
}

using FirstValues = std::function<std::vector<double>(const Parameter&, std::size_t position)>;

/// Trains a model as `run` says and gives the loss of every step.
inline std::vector<double> golden_losses(const nlohmann::json& run, const Model& model, std::int64_t batch,
                                         const std::vector<GoldenStep>& steps,
                                         const FirstValues& first_values, const std::string& device) {
    StepOptions options;
    options.precision = run.at("precision") == "float64" ? Precision::float64 : Precision::float32;
    options.optimizer = optimizer_named(run.at("optimizer"));
    options.learning_rate.rate = run.at("learning_rate");
    options.weight_decay = options.optimizer == OptimizerKind::adamw ? 0.01 : 0.0;
    options.total_steps = static_cast<std::int64_t>(steps.size());

    const StagedGraph staged = build_program(ProgramKind::step, model, batch, options);
    const auto session = find_device(device)->open_session(0);
    const auto program = session->compile(staged.finished());
    for (std::size_t i = 0; i < staged.parameters.size(); ++i)
        session->write(staged.parameters[i].name, first_values(staged.parameters[i], i));

    const std::size_t results = program->graph().results().size();
    std::vector<double> values(steps.size() * results);
    std::vector<Call> calls;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const void* scale = options.precision == Precision::float64
                                ? static_cast<const void*>(&steps[i].scale64)
                                : &steps[i].scale32;
        calls.push_back({program.get(),
                         {steps[i].x.data(), steps[i].labels.data(), scale, steps[i].rng.data()},
                         values.data() + i * results});
    }
    session->execute(calls);

    std::vector<double> losses;
    for (std::size_t i = 0; i < steps.size(); ++i)
        losses.push_back(values[i * results]); // "loss" comes first
    return losses;
}

/// The largest relative error of losses, or infinity where they are not as many or not numbers.
inline double worst_error(const std::vector<double>& losses, const std::vector<double>& expected) {
    if (losses.size() != expected.size())
        return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        const double error = std::abs(losses[i] - expected[i]) / std::abs(expected[i]);
        worst = error <= worst ? worst : error; // keeps a NaN
    }
    return worst;
}

} // namespace laptime::tests
