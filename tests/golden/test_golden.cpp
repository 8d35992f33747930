// SPDX-License-Identifier: Apache-2.0
// The training step against an independent implementation: losses of 30 steps of mlp and cnn with every
// optimizer, as PyTorch computed them (make_golden.py, which says how weights, samples and their order are
// made).
#include <cmath>
#include <fstream>
#include <set>

#include <QTest>
#include <nlohmann/json.hpp>

#include "engine/model/library.h"
#include "tests/golden/golden_run.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

/// Trains as golden.json says and gives the loss of every step.
std::vector<double> train(const GoldenSettings& settings, const nlohmann::json& run,
                          const std::string& device) {
    std::vector<GoldenSample> samples;
    for (std::uint32_t n = 0; n < settings.pool; ++n)
        samples.push_back(golden_picture(settings, n));
    const Model model =
        make_model(run.at("model"), {}, {{settings.height, settings.width, settings.channels}},
                   Task::of_classes(settings.classes));
    return golden_losses(
        run, model, settings.batch, golden_steps(settings, samples),
        [&](const Parameter& parameter, std::size_t i) {
            return initial_values(parameter, i, settings.seed);
        },
        device);
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
        const std::vector<double> losses =
            train(GoldenSettings(all.at("settings")), run, device.toStdString());
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
