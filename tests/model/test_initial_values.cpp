// SPDX-License-Identifier: Apache-2.0
// First values of the weights: Keras's formulas by their statistics, and the same numbers for the same seed.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/model/library.h"

using namespace laptime;

namespace {

struct Statistics {
    double mean = 0, deviation = 0, smallest = 0, largest = 0;
};

Statistics statistics_of(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    return {mean, std::sqrt(squares / n), *smallest, *largest};
}

Parameter kernel(Initializer initializer) {
    return {"kernel", {400, 300}, initializer, 400, 300, true};
}

} // namespace

class TestInitialValues : public QObject {
    Q_OBJECT

private slots:
    void constants() {
        const Parameter zeros{"b", {7}, Initializer::zeros, 0, 0, true};
        const Parameter ones{"g", {7}, Initializer::ones, 0, 0, true};
        QCOMPARE(initial_values(zeros, 0, 1), std::vector<double>(7, 0.0));
        QCOMPARE(initial_values(ones, 0, 1), std::vector<double>(7, 1.0));
    }

    void glorot_uniform() {
        const double limit = std::sqrt(6.0 / 700);
        const auto values = initial_values(kernel(Initializer::glorot_uniform), 3, 11);
        QCOMPARE(values.size(), std::size_t{120'000});
        const Statistics s = statistics_of(values);
        // A uniform number on ±limit: deviation limit/√3; five standard errors of the mean.
        QVERIFY(std::abs(s.mean) < 5 * limit / std::sqrt(3 * 120'000.0));
        QVERIFY(std::abs(s.deviation / (limit / std::sqrt(3.0)) - 1) < 0.01);
        QVERIFY(s.smallest >= -limit && s.smallest < -0.999 * limit);
        QVERIFY(s.largest < limit && s.largest > 0.999 * limit);
    }

    void he_normal() {
        const double wanted = std::sqrt(2.0 / 400);
        const auto values = initial_values(kernel(Initializer::he_normal), 3, 11);
        const Statistics s = statistics_of(values);
        QVERIFY(std::abs(s.mean) < 5 * wanted / std::sqrt(120'000.0));
        QVERIFY(std::abs(s.deviation / wanted - 1) < 0.01);
        // Cut off at two standard deviations of the normal distribution it was cut from.
        const double limit = 2 * wanted / 0.87962566103423978;
        QVERIFY(s.largest <= limit && s.largest > 0.99 * limit);
        QVERIFY(s.smallest >= -limit && s.smallest < -0.99 * limit);
        // Of a normal distribution cut at ±2, 71.5 % lie within one of its deviations (0.6827 / 0.9545).
        const auto inside =
            std::count_if(values.begin(), values.end(), [&](double v) { return std::abs(v) < limit / 2; });
        QVERIFY(std::abs(static_cast<double>(inside) / 120'000 - 0.7152) < 0.01);
    }

    void same_seed_same_numbers() {
        for (const auto initializer : {Initializer::glorot_uniform, Initializer::he_normal}) {
            const auto values = initial_values(kernel(initializer), 2, 5);
            QCOMPARE(initial_values(kernel(initializer), 2, 5), values);
            QVERIFY(initial_values(kernel(initializer), 2, 6) != values);
            QVERIFY(initial_values(kernel(initializer), 3, 5) != values);
        }
    }

    void neighbours_are_unrelated() {
        const auto a = initial_values(kernel(Initializer::glorot_uniform), 0, 1);
        for (const auto& b : {initial_values(kernel(Initializer::glorot_uniform), 1, 1),
                              initial_values(kernel(Initializer::glorot_uniform), 0, 2)}) {
            const double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
            const double square = std::inner_product(a.begin(), a.end(), a.begin(), 0.0);
            QVERIFY(std::abs(product / square) < 5 / std::sqrt(120'000.0));
        }
    }

    void fans_are_counted_as_keras_does() {
        const Model model = make_model("cnn", {}, {{28, 28, 1}}, Task::of_classes(10));
        const auto forward = build_forward(model, 1, Outputs::training, DType::f32);
        const auto fans = [&](const std::string& name) {
            for (const Parameter& p : forward.parameters)
                if (p.name == name)
                    return std::pair(p.fan_in, p.fan_out);
            throw std::logic_error(name);
        };
        QCOMPARE(fans("conv1/kernel"), (std::pair<std::int64_t, std::int64_t>(9, 288)));
        QCOMPARE(fans("conv2/kernel"), (std::pair<std::int64_t, std::int64_t>(288, 576)));
        QCOMPARE(fans("dense/kernel"), (std::pair<std::int64_t, std::int64_t>(3136, 128)));
        QCOMPARE(fans("logits/kernel"), (std::pair<std::int64_t, std::int64_t>(128, 10)));
        for (const Parameter& p : forward.parameters)
            QCOMPARE(p.initializer.kind,
                     p.shape.rank() > 1 ? Initializer::glorot_uniform : Initializer::zeros);
    }
};

QTEST_GUILESS_MAIN(TestInitialValues)
#include "test_initial_values.moc"
