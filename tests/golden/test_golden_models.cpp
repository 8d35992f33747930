// SPDX-License-Identifier: Apache-2.0
// The training step of residual networks and transformers against an independent implementation: losses of 30
// steps of small resnet20, vit-tiny and char-gpt, as PyTorch computed them (make_golden_models.py, which says
// how weights, samples and their order are made).
#include <bit>
#include <cmath>
#include <fstream>
#include <numeric>

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/model/library.h"
#include "tests/golden/golden_run.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

nlohmann::json golden() {
    std::ifstream file(LAPTIME_GOLDEN_MODELS_FILE);
    return nlohmann::json::parse(file);
}

std::map<std::string, ModelOptionValue> options_of(const nlohmann::json& run) {
    std::map<std::string, ModelOptionValue> options;
    for (const auto& [key, value] : run.at("options").items()) {
        if (value.is_boolean())
            options[key] = value.get<bool>();
        else if (value.is_array())
            options[key] = value.get<std::vector<std::int64_t>>();
        else
            options[key] = value.get<std::int64_t>();
    }
    return options;
}

/// Ids as bytes, and the ids one further as labels.
GoldenSample golden_text(const nlohmann::json& settings, std::uint32_t number) {
    const RandomKey key = random_key(settings.at("seed"), RandomUse::synthetic);
    const std::uint32_t length = settings.at("length"), vocabulary = settings.at("vocabulary");
    std::vector<std::int32_t> tokens;
    std::uint32_t token = 0;
    for (std::uint32_t j = 0; j <= length; ++j) {
        token = (token + philox(key, {j, number, 2, 0})[0] % 3) % vocabulary;
        tokens.push_back(static_cast<std::int32_t>(token));
    }
    GoldenSample sample;
    for (std::uint32_t j = 0; j < length; ++j) {
        const auto bytes = std::bit_cast<std::array<std::uint8_t, 4>>(tokens[j]);
        sample.bytes.insert(sample.bytes.end(), bytes.begin(), bytes.end());
        sample.labels.push_back(tokens[j + 1]);
    }
    return sample;
}

std::vector<double> first_values(const Parameter& parameter, std::size_t position, std::uint64_t seed) {
    if (!parameter.trainable)
        return initial_values(parameter, position, seed);
    const auto is = [&](const char* end) { return parameter.name.ends_with(end); };
    const double middle = is("gamma") ? 1 : 0;
    const double limit = is("kernel")  ? std::sqrt(3.0 / static_cast<double>(parameter.fan_in))
                         : is("table") ? 0.5
                                       : 0.1;
    const auto count = static_cast<std::size_t>(parameter.shape.count());
    std::vector<double> values = random_uniform(seed, RandomUse::initial_weights,
                                                static_cast<std::uint32_t>(position), count, -limit, limit);
    for (double& value : values)
        value += middle;
    return values;
}

std::vector<double> train(const nlohmann::json& all, const nlohmann::json& run, const std::string& device) {
    const nlohmann::json& json = all.at("settings");
    const GoldenSettings settings(json);
    const bool text = run.at("model") == "char-gpt";
    std::vector<GoldenSample> samples;
    for (std::uint32_t n = 0; n < settings.pool; ++n)
        samples.push_back(text ? golden_text(json, n) : golden_picture(settings, n));
    const InputType input = text ? InputType{{json.at("length").get<std::int64_t>()}, DType::i32}
                                 : InputType{{settings.height, settings.width, settings.channels}};
    const Task task = text ? Task::of_tokens(json.at("vocabulary")) : Task::of_classes(settings.classes);
    const Model model = make_model(run.at("model"), options_of(run), input, task);
    return golden_losses(
        run, model, settings.batch, golden_steps(settings, samples),
        [&](const Parameter& parameter, std::size_t i) { return first_values(parameter, i, settings.seed); },
        device);
}

} // namespace

class TestGoldenModels : public QObject {
    Q_OBJECT

private slots:
    void losses_are_those_of_pytorch_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("device");
        QTest::addColumn<double>("tolerance");
        const nlohmann::json all = golden();
        QCOMPARE(all.at("runs").size(), std::size_t{8});
        for (int i = 0; i < 8; ++i) {
            const auto& run = all.at("runs")[static_cast<std::size_t>(i)];
            const auto row = [&](const char* device, double tolerance) {
                QTest::addRow("%s %s %s %d", device, run.at("model").get<std::string>().c_str(),
                              run.at("precision").get<std::string>().c_str(), i)
                    << i << QString(device) << tolerance;
            };
            const bool is_single = run.at("precision") == "float32";
            row("cpu:0", is_single ? 1e-4 : 1e-9);
            if (!is_single &&
                run.at("model") != "resnet20") // the reference's convolutions would take a minute
                row("reference:0", 1e-9);
        }
    }
    void losses_are_those_of_pytorch() {
        QFETCH(int, index);
        QFETCH(QString, device);
        QFETCH(double, tolerance);
        const nlohmann::json all = golden();
        const auto& run = all.at("runs")[static_cast<std::size_t>(index)];
        const std::vector<double> expected = run.at("losses");
        QCOMPARE(expected.size(), std::size_t{30});
        const auto mean = [](auto from) { return std::accumulate(from, from + 6, 0.0) / 6; };
        QVERIFY(mean(expected.end() - 6) < 0.95 * mean(expected.begin())); // something was learnt
        const double worst = worst_error(train(all, run, device.toStdString()), expected);
        QVERIFY2(worst <= tolerance, qPrintable(QString("relative error %1").arg(worst)));
        qInfo("worst relative error %.1e", worst);
    }
};

QTEST_GUILESS_MAIN(TestGoldenModels)
#include "test_golden_models.moc"
