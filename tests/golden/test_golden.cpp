// SPDX-License-Identifier: Apache-2.0
// The training step against an independent implementation: losses of 30 steps of mlp and cnn with every
// optimizer, as PyTorch computed them (make_golden.py, which says how weights, samples and their order are
// made).
#include <array>
#include <cmath>
#include <fstream>
#include <set>

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/backends/find_device.h"
#include "engine/core/random.h"
#include "engine/model/library.h"
#include "engine/train/step_graph.h"

using namespace laptime;

namespace {

/// What all runs of golden.json have in common.
struct Settings {
    std::uint64_t seed;
    std::uint32_t pool, batch, steps, height, width, channels;
    int classes;

    explicit Settings(const nlohmann::json& json)
        : seed(json.at("seed")), pool(json.at("pool")), batch(json.at("batch")), steps(json.at("steps")),
          height(json.at("height")), width(json.at("width")), channels(json.at("channels")),
          classes(json.at("classes")) {}
    std::uint32_t sample_size() const { return height * width * channels; }
};

struct Sample {
    std::vector<std::uint8_t> pixels;
    std::int32_t label;
};

Sample make_sample(const Settings& settings, std::uint32_t number) {
    const RandomKey key = random_key(settings.seed, RandomUse::synthetic);
    const auto classes = static_cast<std::uint32_t>(settings.classes);
    const std::uint32_t label = philox(key, {0, number, 1, 0})[0] % classes;
    Sample sample{{}, static_cast<std::int32_t>(label)};
    for (std::uint32_t block = 0; 16 * block < settings.sample_size(); ++block)
        for (const std::uint32_t word : philox(key, {block, number, 0, 0}))
            for (int byte = 0; byte < 4; ++byte)
                sample.pixels.push_back(static_cast<std::uint8_t>(word >> (8 * byte)));
    for (std::uint32_t i = 0; i < settings.sample_size(); ++i) {
        const std::uint32_t row = i / (settings.width * settings.channels);
        const bool in_band = row * classes / settings.height == label;
        sample.pixels[i] = static_cast<std::uint8_t>(sample.pixels[i] / 2 + (in_band ? 64 : 0));
    }
    return sample;
}

/// Host data of one step, in the order of the program's inputs.
struct StepData {
    std::vector<std::uint8_t> pixels;
    std::vector<std::int32_t> labels;
    std::array<std::int64_t, 4> rng;
    double scale64;
    float scale32;
};

std::vector<StepData> make_steps(const Settings& settings) {
    std::vector<Sample> samples;
    for (std::uint32_t n = 0; n < settings.pool; ++n)
        samples.push_back(make_sample(settings, n));
    std::vector<StepData> steps(settings.steps);
    const std::uint32_t batches = settings.pool / settings.batch;
    for (std::uint32_t step = 0; step < settings.steps; ++step) {
        const std::uint32_t epoch = step / batches + 1, first = step % batches * settings.batch;
        const auto order = random_permutation(settings.seed, RandomUse::shuffle, epoch, settings.pool);
        StepData& data = steps[step];
        data.rng = {static_cast<std::int64_t>(settings.seed), epoch, step, 0};
        data.scale64 = 1.0 / settings.batch;
        data.scale32 = static_cast<float>(data.scale64);
        for (std::uint32_t i = first; i < first + settings.batch; ++i) {
            const Sample& sample = samples[order[i]];
            data.pixels.insert(data.pixels.end(), sample.pixels.begin(), sample.pixels.end());
            data.labels.push_back(sample.label);
        }
    }
    return steps;
}

OptimizerKind optimizer_named(const std::string& word) {
    for (const auto kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::nesterov,
                            OptimizerKind::rmsprop, OptimizerKind::adam, OptimizerKind::adamw})
        if (word == word_of(kind))
            return kind;
    throw std::logic_error("golden.json: unknown optimizer " + word);
}

/// Trains as golden.json says and gives the loss of every step.
std::vector<double> train(const Settings& settings, const nlohmann::json& run, const std::string& device) {
    StepOptions options;
    options.precision = run.at("precision") == "float64" ? Precision::float64 : Precision::float32;
    options.optimizer = optimizer_named(run.at("optimizer"));
    options.learning_rate.rate = run.at("learning_rate");
    options.weight_decay = options.optimizer == OptimizerKind::adamw ? 0.01 : 0.0;
    options.total_steps = settings.steps;

    const Model model = make_model(run.at("model"), {}, {{settings.height, settings.width, settings.channels}},
                                   Task::of_classes(static_cast<int>(settings.classes)));
    const StagedGraph staged = build_program(ProgramKind::step, model, settings.batch, options);
    const auto session = find_device(device)->open_session(0);
    const auto program = session->compile(staged.finished());
    for (std::size_t i = 0; i < staged.parameters.size(); ++i)
        session->write(staged.parameters[i].name, initial_values(staged.parameters[i], i, settings.seed));

    const std::vector<StepData> steps = make_steps(settings);
    const std::size_t results = program->graph().results().size();
    std::vector<double> values(steps.size() * results);
    std::vector<Call> calls;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const void* scale = options.precision == Precision::float64
                                ? static_cast<const void*>(&steps[i].scale64)
                                : &steps[i].scale32;
        calls.push_back({program.get(),
                         {steps[i].pixels.data(), steps[i].labels.data(), scale, steps[i].rng.data()},
                         values.data() + i * results});
    }
    session->execute(calls);

    std::vector<double> losses;
    for (std::size_t i = 0; i < steps.size(); ++i)
        losses.push_back(values[i * results]); // "loss" comes first
    return losses;
}

nlohmann::json golden() {
    std::ifstream file(LAPTIME_GOLDEN_FILE);
    return nlohmann::json::parse(file);
}

} // namespace

class TestGolden : public QObject {
    Q_OBJECT

private slots:
    void covers_every_model_and_optimizer() {
        std::set<std::string> seen;
        const nlohmann::json all = golden();
        for (const auto& run : all.at("runs")) {
            seen.insert(std::string(run.at("model")) + " " + std::string(run.at("optimizer")) + " " +
                        std::string(run.at("precision")));
            QCOMPARE(run.at("losses").size(), std::size_t{30});
        }
        QCOMPARE(seen.size(), std::size_t{2 * 6 * 2});
    }

    void losses_are_those_of_pytorch_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("device");
        QTest::addColumn<double>("tolerance");
        const nlohmann::json all = golden();
        for (int i = 0; i < static_cast<int>(all.at("runs").size()); ++i) {
            const auto& run = all.at("runs")[static_cast<std::size_t>(i)];
            const auto word = [&](const char* key) { return run.at(key).get<std::string>(); };
            const auto row = [&](const char* device, double tolerance) {
                QTest::addRow("%s %s %s %s", device, word("model").c_str(), word("optimizer").c_str(),
                              word("precision").c_str())
                    << i << QString(device) << tolerance;
            };
            if (word("precision") == "float32") {
                row("cpu:0", 1e-4);
            } else {
                row("cpu:0", 1e-9);
                // Its loops are slow: one optimizer will do for the larger model, all of them for the small
                // one.
                if (word("model") == "mlp" || word("optimizer") == "adam")
                    row("reference:0", 1e-9);
            }
        }
    }
    void losses_are_those_of_pytorch() {
        QFETCH(int, index);
        QFETCH(QString, device);
        QFETCH(double, tolerance);
        const nlohmann::json all = golden();
        const auto& run = all.at("runs")[static_cast<std::size_t>(index)];
        const std::vector<double> expected = run.at("losses");
        const std::vector<double> losses = train(Settings(all.at("settings")), run, device.toStdString());
        QCOMPARE(losses.size(), expected.size());
        double worst = 0;
        for (std::size_t i = 0; i < losses.size(); ++i) {
            const double error = std::abs(losses[i] - expected[i]) / std::abs(expected[i]);
            worst = std::max(worst, error);
            QVERIFY2(error <= tolerance, // also false for NaN
                     qPrintable(QString("step %1: %2, PyTorch %3, relative error %4")
                                    .arg(i + 1)
                                    .arg(losses[i], 0, 'g', 17)
                                    .arg(expected[i], 0, 'g', 17)
                                    .arg(error)));
        }
        qInfo("worst relative error %.1e", worst);
    }
};

QTEST_GUILESS_MAIN(TestGolden)
#include "test_golden.moc"
