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

    void variances_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("variance");
        QTest::addColumn<double>(
            "limit"); ///< in deviations: √3 of uniform numbers, 2 / 0.8796 of truncated ones
        const double uniform = std::sqrt(3.0), truncated = 2 / 0.87962566103423978;
        const auto row = [](const char* name, Initializer::Kind kind, double variance, double limit) {
            QTest::newRow(name) << static_cast<int>(kind) << variance << limit;
        };
        row("glorot_uniform", Initializer::glorot_uniform, 2.0 / 700, uniform);
        row("glorot_normal", Initializer::glorot_normal, 2.0 / 700, truncated);
        row("he_uniform", Initializer::he_uniform, 2.0 / 400, uniform);
        row("he_normal", Initializer::he_normal, 2.0 / 400, truncated);
        row("lecun_uniform", Initializer::lecun_uniform, 1.0 / 400, uniform);
        row("lecun_normal", Initializer::lecun_normal, 1.0 / 400, truncated);
        row("random_uniform", Initializer::random_uniform, 0.05 * 0.05 / 3, uniform);
        row("random_normal", Initializer::random_normal, 0.05 * 0.05, 6);
        // Keras does not widen this one: 0.05 is the deviation before the cut.
        const double cut = 0.05 * 0.87962566103423978;
        row("truncated_normal", Initializer::truncated_normal, cut * cut, truncated);
    }
    void variances() {
        QFETCH(int, kind);
        QFETCH(double, variance);
        QFETCH(double, limit);
        const Statistics s =
            statistics_of(initial_values(kernel(static_cast<Initializer::Kind>(kind)), 1, 7));
        const double deviation = std::sqrt(variance);
        QVERIFY(std::abs(s.mean) < 5 * deviation / std::sqrt(120'000.0));
        QVERIFY(std::abs(s.deviation / deviation - 1) < 0.01);
        QVERIFY(s.largest <= limit * deviation * (1 + 1e-12) &&
                s.smallest >= -limit * deviation * (1 + 1e-12));
        QVERIFY(s.largest > 0.7 * limit * deviation);
    }

    void means_and_constants() {
        Parameter parameter{"p", {200, 200}, Initializer(Initializer::random_normal, 3, 0.5), 200, 200, true};
        const Statistics normal = statistics_of(initial_values(parameter, 0, 1));
        QVERIFY(std::abs(normal.mean - 3) < 0.02 && std::abs(normal.deviation - 0.5) < 0.01);
        parameter.initializer = Initializer(Initializer::random_uniform, 2, 1);
        const Statistics uniform = statistics_of(initial_values(parameter, 0, 1));
        QVERIFY(uniform.smallest >= 1 && uniform.largest < 3 && uniform.smallest < 1.01 &&
                uniform.largest > 2.99);
        parameter.initializer = Initializer(Initializer::constant, 0.25, 0);
        QCOMPARE(initial_values(parameter, 0, 1), std::vector<double>(40'000, 0.25));
    }

    void orthogonal_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::newRow("wide matrix") << QList<qint64>{5, 9};
        QTest::newRow("tall matrix") << QList<qint64>{9, 5};
        QTest::newRow("square") << QList<qint64>{6, 6};
        QTest::newRow("convolution with few filters") << QList<qint64>{4, 3, 3, 2};
        QTest::newRow("convolution with many filters") << QList<qint64>{20, 2, 2, 3};
    }
    void orthogonal() {
        QFETCH(QList<qint64>, shape);
        Parameter parameter{
            "p", Shape(std::vector<std::int64_t>(shape.begin(), shape.end())), Initializer::orthogonal, 1, 1,
            true};
        parameter.initializer.gain = 2;
        const auto values = initial_values(parameter, 3, 4);
        // As Keras reshapes it: [everything else, outputs]; ours have the outputs first where they are
        // convolutions.
        const bool convolution = shape.size() > 2;
        const auto outputs = static_cast<std::size_t>(convolution ? shape.front() : shape.back());
        const std::size_t inputs = values.size() / outputs;
        const auto at = [&](std::size_t in, std::size_t out) {
            return convolution ? values[out * inputs + in] : values[in * outputs + out];
        };
        const bool columns = outputs <= inputs; // the shorter side is orthonormal
        const std::size_t vectors = std::min(inputs, outputs), length = std::max(inputs, outputs);
        for (std::size_t i = 0; i < vectors; ++i)
            for (std::size_t j = 0; j < vectors; ++j) {
                double product = 0;
                for (std::size_t k = 0; k < length; ++k)
                    product += columns ? at(k, i) * at(k, j) : at(i, k) * at(j, k);
                QVERIFY2(std::abs(product - (i == j ? 4.0 : 0.0)) < 1e-12,
                         qPrintable(QString::number(product)));
            }
    }

    void identity_and_dirac() {
        Parameter matrix{"p", {2, 3}, Initializer::identity, 2, 3, true};
        matrix.initializer.gain = 0.5;
        QCOMPARE(initial_values(matrix, 0, 1), (std::vector<double>{0.5, 0, 0, 0, 0.5, 0}));
        const Parameter conv{"p", {5, 3, 3, 2}, Initializer::dirac, 18, 45, true};
        const auto values = initial_values(conv, 0, 1);
        for (std::size_t filter = 0; filter < 5; ++filter)
            for (std::size_t i = 0; i < 18; ++i) {
                const double value = values[filter * 18 + i];
                if (filter < 2)
                    QCOMPARE(value,
                             i == 4 * 2 + filter ? 1.0 : 0.0); // the middle of nine taps, its own channel
                else
                    QVERIFY(value != 0 && std::abs(value) <= 1 / std::sqrt(18.0));
            }
    }

    void names_of_initializers() {
        for (const std::string& name : initializer_names()) {
            QCOMPARE(parse_initializer(name).kind, initializer_named(name));
            QCOMPARE(initializer_names()[initializer_named(name)], name);
        }
        QCOMPARE(initializer_named("truncated_normal"), Initializer::truncated_normal);
        QCOMPARE(initializer_named("dirac"), Initializer::dirac);
    }

    void same_seed_same_numbers() {
        for (const auto initializer : {Initializer::glorot_uniform, Initializer::he_normal,
                                       Initializer::random_normal, Initializer::orthogonal}) {
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
