// SPDX-License-Identifier: Apache-2.0
// The float32 functions that kernels use in place of the C library's, against the C library's in float64.
#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>

#include "engine/backends/cpu/math.h"

using namespace laptime::cpu;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// The largest relative error where the result is a normal number; where it is smaller, 2^-149 is the least
/// error that can be told.
double worst(float low, float high, const std::function<float(float)>& f,
             const std::function<double(double)>& exact) {
    double worst = 0;
    constexpr int steps = 200000;
    for (int i = 0; i <= steps; ++i) {
        const float x = low + (high - low) * static_cast<float>(i) / static_cast<float>(steps);
        const double expected = exact(static_cast<double>(x));
        const double size = std::max(std::abs(expected), 0x1p-126);
        worst = std::max(worst, std::abs(static_cast<double>(f(x)) - expected) / size);
    }
    return worst;
}

double exact_normal(double x) {
    return std::erfc(-x / std::sqrt(2.0)) / 2;
}

} // namespace

class TestCpuMath : public QObject {
    Q_OBJECT

private slots:
    void exponential() {
        const auto f = [](float x) { return exp_of(x); };
        const auto exact = [](double x) { return std::exp(x); };
        QVERIFY(worst(-1, 1, f, exact) < 3e-7);
        QVERIFY(worst(-87, 88.7f, f, exact) < 3e-7);
        QVERIFY(worst(-110, -87, f, exact) < 3e-7);
        QCOMPARE(exp_of(0.0f), 1.0f);
        QCOMPARE(exp_of(-200.0f), 0.0f);
        QCOMPARE(exp_of(-infinity), 0.0f);
        QVERIFY(std::isinf(exp_of(90.0f)) && std::isinf(exp_of(infinity)));
        QVERIFY(std::isnan(exp_of(not_a_number)) && std::isnan(exp_of(-not_a_number)));
    }

    void hyperbolicTangent() {
        const auto f = [](float x) { return tanh_of(x); };
        const auto exact = [](double x) { return std::tanh(x); };
        QVERIFY(worst(-1e-3f, 1e-3f, f, exact) < 5e-7);
        QVERIFY(worst(-1, 1, f, exact) < 5e-7);
        QVERIFY(worst(-12, 12, f, exact) < 5e-7);
        QCOMPARE(tanh_of(1e-30f), 1e-30f);
        QVERIFY(std::signbit(tanh_of(-0.0f)));
        QCOMPARE(tanh_of(infinity), 1.0f);
        QCOMPARE(tanh_of(-infinity), -1.0f);
        QVERIFY(std::isnan(tanh_of(not_a_number)));
    }

    void logistic() {
        const auto f = [](float x) { return sigmoid_of(x); };
        const auto exact = [](double x) { return 1 / (1 + std::exp(-x)); };
        QVERIFY(worst(-3, 3, f, exact) < 5e-7);
        QVERIFY(worst(-87, 87, f, exact) < 5e-7);
        QCOMPARE(sigmoid_of(-infinity), 0.0f);
        QCOMPARE(sigmoid_of(infinity), 1.0f);
        QVERIFY(std::isnan(sigmoid_of(not_a_number)));
    }

    /// x² is rounded before its exponential is taken, so the tail loses a few digits as it falls.
    void normalDistribution() {
        const auto f = [](float x) { return normal_of(x).below; };
        QVERIFY(worst(-2, 9, f, exact_normal) < 1e-6);
        QVERIFY(worst(-6, -2, f, exact_normal) < 2e-6);
        QVERIFY(worst(-12, -6, f, exact_normal) < 1e-5);
        const auto density = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)); };
        QVERIFY(worst(
                    -4, 4, [](float x) { return normal_of(x).density; }, density) < 1e-6);
        QCOMPARE(normal_of(0.0f).below, 0.5f);
        QCOMPARE(normal_of(infinity).below, 1.0f);
        QCOMPARE(normal_of(-infinity).below, 0.0f);
        QVERIFY(std::isnan(normal_of(not_a_number).below));
    }
};

QTEST_GUILESS_MAIN(TestCpuMath)
#include "test_cpu_math.moc"
