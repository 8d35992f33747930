// SPDX-License-Identifier: Apache-2.0
// Dynamic loss scaling on a graph whose gradient overflows on purpose: it skips, halves, recovers and
// doubles, stays within its bounds, and a skipped step advances neither the optimizer nor the schedule.
#include <QtTest>

#include <array>

#include "engine/backends/find_device.h"
#include "engine/passes/differentiate.h"
#include "engine/passes/loss_scaling.h"

using namespace laptime;

namespace {

/// One weight w and a loss x·w whose gradient is x·scale, rounded to float16 on the way: finite while x·scale
/// ≤ 65504. The schedule of the learning rate halves with each update done, so that its position can be read
/// off.
struct ScaledStep {
    explicit ScaledStep(const std::string& device_name, LossScaleRule rule = {}) {
        Graph graph;
        const ValueId x = graph.add_input("x", {DType::f32, {1}});
        const ValueId w = graph.add_variable("w", {DType::f32, {1}});
        const ValueId half = graph.apply1("cast", {w}, {{"dtype", std::string("float16")}});
        const ValueId x_half = graph.apply1("cast", {x}, {{"dtype", std::string("float16")}});
        const ValueId product = graph.apply1("mul", {half, x_half});
        const ValueId wide = graph.apply1("cast", {product}, {{"dtype", std::string("float32")}});
        const ValueId unit = graph.apply1("reshape", {wide}, {{"shape", std::vector<std::int64_t>{}}});
        const ValueId part = graph.apply1("constant", {},
                                          {{"value", 1.0 / 1024},
                                           {"dtype", std::string("float32")},
                                           {"shape", std::vector<std::int64_t>{}}});
        const ValueId loss = graph.apply1("mul", {unit, part});
        const ValueId scale = declare_loss_scale(graph);
        std::vector<ValueId> gradients = differentiate(graph, loss, {w}, scale);
        const ValueId ok = graph.apply1("all_finite", gradients);
        gradients = unscale_gradients(graph, gradients, scale);
        const ValueId counter = graph.add_state("counter", {DType::i64, {}});
        const ValueId rate = graph.apply1("learning_rate", {counter},
                                          {{"schedule", std::string("step")},
                                           {"rate", 1.0},
                                           {"factor", 0.5},
                                           {"every_steps", std::int64_t{1}},
                                           {"dtype", std::string("float32")}});
        graph.apply("sgd", {w, gradients[0], rate, ok}, {{"weight_decay", 0.0}});
        graph.apply("increment", {counter, ok});
        update_loss_scale(graph, scale, ok, rule);
        graph.add_result("ok", ok);
        graph.add_result("rate", rate);
        device = find_device(device_name);
        session = device->open_session(1);
        program = session->compile(graph);
        session->write(loss_scale_name, std::array{rule.initial});
        session->write("w", std::array{1.0});
    }

    bool step(float x) {
        Call call{program.get(), {&x}, results.data(), -1};
        session->execute({&call, 1});
        return results[0] == 1;
    }
    double read(const char* name) const { return session->read(name).front(); }
    double scale() const { return read(loss_scale_name); }

    std::unique_ptr<Device> device;
    std::unique_ptr<Session> session;
    std::unique_ptr<Program> program;
    std::array<double, 2> results{};
};

} // namespace

class TestLossScaling : public QObject {
    Q_OBJECT

    static void devices() {
        QTest::addColumn<QString>("device");
        QTest::newRow("reference") << "reference:0";
        QTest::newRow("cpu") << "cpu:0";
    }

private slots:
    void skipsHalvesAndRecovers_data() { devices(); }
    void skipsHalvesAndRecovers() {
        QFETCH(QString, device);
        ScaledStep graph(device.toStdString());
        // 8 · 32768 and 8 · 16384 and 8 · 8192 are beyond float16's 65504; 8 · 4096 is not.
        const float x = 8 * 1024;
        QVERIFY(!graph.step(x));
        QCOMPARE(graph.scale(), 16384.0);
        QVERIFY(!graph.step(x));
        QVERIFY(!graph.step(x));
        QCOMPARE(graph.scale(), 4096.0);
        QCOMPARE(graph.read("w"), 1.0);       // untouched by skipped steps
        QCOMPARE(graph.read("counter"), 0.0); // so is the optimizer's counter…
        QCOMPARE(graph.results[1], 1.0);      // …and the schedule
        QVERIFY(graph.step(x));
        QCOMPARE(graph.scale(), 4096.0);
        QCOMPARE(graph.read("w"), 1.0 - 8.0); // the gradient is unscaled before it is used
        QCOMPARE(graph.read("counter"), 1.0);
        graph.step(0);
        QCOMPARE(graph.results[1], 0.5);
    }

    void doublesAfterFiniteStepsInARow_data() { devices(); }
    void doublesAfterFiniteStepsInARow() {
        QFETCH(QString, device);
        ScaledStep graph(device.toStdString());
        const auto run = [&](int steps) {
            for (int i = 0; i < steps; ++i)
                QVERIFY(graph.step(0));
        };
        run(1999);
        QCOMPARE(graph.scale(), 32768.0);
        run(1);
        QCOMPARE(graph.scale(), 65536.0);
        run(1999);
        QVERIFY(!graph.step(60000)); // 60000 · 65536 / 1024 overflows: this breaks the row
        QCOMPARE(graph.scale(), 32768.0);
        run(1999);
        QCOMPARE(graph.scale(), 32768.0);
        run(1);
        QCOMPARE(graph.scale(), 65536.0);
    }

    void staysWithinItsBounds_data() { devices(); }
    void staysWithinItsBounds() {
        QFETCH(QString, device);
        LossScaleRule quick;
        quick.interval = 1;
        ScaledStep graph(device.toStdString(), quick);
        for (int i = 0; i < 20; ++i)
            graph.step(0);
        QCOMPARE(graph.scale(), 0x1p24);
        for (int i = 0; i < 60; ++i)
            graph.step(std::numeric_limits<float>::infinity());
        QCOMPARE(graph.scale(), 0x1p-14);
        QCOMPARE(graph.read("w"), 1.0);
    }
};

QTEST_GUILESS_MAIN(TestLossScaling)
#include "test_loss_scaling.moc"
