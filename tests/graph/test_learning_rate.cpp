// SPDX-License-Identifier: Apache-2.0
// The learning-rate schedules at the points where they are easy to compute by hand.
#include <QtTest>

#include <cmath>

#include "engine/graph/ops/learning_rate.h"

using namespace laptime;

namespace {

Attributes schedule(const char* name, std::int64_t warmup = 0) {
    return {{"schedule", std::string(name)},    {"rate", 0.4},        {"warmup_steps", warmup},
            {"total_steps", std::int64_t{100}}, {"final_rate", 0.02}, {"factor", 0.5},
            {"every_steps", std::int64_t{10}},  {"peak_at", 0.3}};
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-15;
}

} // namespace

class TestLearningRate : public QObject {
    Q_OBJECT

private slots:
    void constantIsConstant() {
        for (const std::int64_t step : {0, 1, 99, 100, 1000000})
            QCOMPARE(learning_rate_at(schedule("constant"), step), 0.4);
        QCOMPARE(learning_rate_at({{"rate", 0.25}}, 3), 0.25);
    }

    void warmUpIsLinear() {
        for (const char* name : {"constant", "cosine", "step"}) {
            QVERIFY(near(learning_rate_at(schedule(name, 4), 0), 0.1));
            QVERIFY(near(learning_rate_at(schedule(name, 4), 1), 0.2));
            QVERIFY(near(learning_rate_at(schedule(name, 4), 3), 0.4));
            QVERIFY(near(learning_rate_at(schedule(name, 4), 4), 0.4)); // here the schedule itself begins
        }
    }

    void cosineFallsFromRateToFinalRate() {
        QVERIFY(near(learning_rate_at(schedule("cosine"), 0), 0.4));
        QVERIFY(near(learning_rate_at(schedule("cosine"), 50), 0.21)); // half-way: the mean of both
        QVERIFY(near(learning_rate_at(schedule("cosine"), 100), 0.02));
        QVERIFY(near(learning_rate_at(schedule("cosine"), 12345), 0.02));
        QVERIFY(near(learning_rate_at(schedule("cosine"), 25), 0.02 + 0.38 * (0.5 + std::sqrt(0.125))));
        // The warm-up is part of all steps: 20 + 80.
        QVERIFY(near(learning_rate_at(schedule("cosine", 20), 60), 0.21));
        QVERIFY(near(learning_rate_at(schedule("cosine", 20), 100), 0.02));
        // A warm-up as long as the run leaves nothing to divide by.
        QVERIFY(near(learning_rate_at(schedule("cosine", 100), 99), 0.4));
        QVERIFY(near(learning_rate_at(schedule("cosine", 100), 101), 0.02));
    }

    void stepHalvesEveryTenSteps() {
        QCOMPARE(learning_rate_at(schedule("step"), 9), 0.4);
        QCOMPARE(learning_rate_at(schedule("step"), 10), 0.2);
        QCOMPARE(learning_rate_at(schedule("step"), 39), 0.05);
        QCOMPARE(learning_rate_at(schedule("step", 4), 13), 0.4);
        QCOMPARE(learning_rate_at(schedule("step", 4), 14), 0.2);
    }

    void oneCycleRisesAndFalls() {
        const Attributes cycle = schedule("one_cycle");
        QVERIFY(near(learning_rate_at(cycle, 0), 0.016));
        QVERIFY(near(learning_rate_at(cycle, 29), 0.4));  // 0.3 * 100 - 1
        QVERIFY(near(learning_rate_at(cycle, 64), 0.21)); // half-way down: (29 + 99) / 2
        QVERIFY(near(learning_rate_at(cycle, 99), 0.02));
        QVERIFY(near(learning_rate_at(cycle, 100), 0.02));
        for (std::int64_t step = 0; step < 99; ++step) {
            const bool rises = step < 29;
            QCOMPARE(learning_rate_at(cycle, step) < learning_rate_at(cycle, step + 1), rises);
        }
        QCOMPARE(learning_rate_at(schedule("one_cycle", 50), 0),
                 learning_rate_at(cycle, 0)); // no warm-up of its own
    }

    void oneCycleOfOneStepIsThePeak() {
        Attributes cycle = schedule("one_cycle");
        for (const double peak_at : {0.0, 0.3, 1.0}) {
            cycle.set("total_steps", std::int64_t{1});
            cycle.set("peak_at", peak_at);
            QVERIFY(std::isfinite(learning_rate_at(cycle, 0)));
            QVERIFY(std::isfinite(learning_rate_at(cycle, 1)));
        }
        cycle.set("total_steps", std::int64_t{10});
        cycle.set("peak_at", 1.0); // only rises
        QVERIFY(near(learning_rate_at(cycle, 9), 0.4));
        cycle.set("peak_at", 0.0); // only falls
        QVERIFY(near(learning_rate_at(cycle, 0), 0.4));
        QVERIFY(near(learning_rate_at(cycle, 9), 0.02));
    }
};

QTEST_GUILESS_MAIN(TestLearningRate)
#include "test_learning_rate.moc"
