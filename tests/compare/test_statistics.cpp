// SPDX-License-Identifier: Apache-2.0
// The statistics under a comparison: against 17-digit values (mpmath's betainc at 30 digits; the t quantiles
// agree with printed tables), a published Welch example, and by simulation with fixed seeds.
#include <QtTest/QtTest>

#include <cmath>

#include "engine/compare/bootstrap.h"
#include "engine/compare/statistics.h"
#include "engine/compare/student_t.h"
#include "engine/compare/warm_up.h"
#include "engine/core/random.h"

using namespace laptime;

namespace {

void compare_relative(double got, double expected, double tolerance) {
    QVERIFY2(std::fabs(got - expected) <= tolerance * std::fabs(expected),
             qPrintable(QString("got %1, expected %2").arg(got, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT
private slots:
    void incomplete_beta_values() {
        compare_relative(incomplete_beta(0.5, 0.5, 0.25), 1.0 / 3, 1e-13);
        compare_relative(incomplete_beta(2, 3, 0.3), 0.3483, 1e-13);
        compare_relative(incomplete_beta(5, 0.5, 0.9), 0.31664291502001231, 1e-13);
        compare_relative(incomplete_beta(50, 0.5, 0.99), 0.31730439787419737, 1e-12);
        compare_relative(incomplete_beta(0.5, 10, 0.01), 0.34207182484321553, 1e-13);
        compare_relative(incomplete_beta(1000, 1000, 0.49), 0.18555265943151145, 1e-10);
        QCOMPARE(incomplete_beta(3, 4, 0), 0.0);
        QCOMPARE(incomplete_beta(3, 4, 1), 1.0);
        QVERIFY(std::isnan(incomplete_beta(-1, 2, 0.5)));
        QVERIFY(std::isnan(incomplete_beta(1, 2, 1.5)));
    }

    void quantiles() {
        compare_relative(student_t_quantile(0.975, 1), 12.706204736174693, 1e-12);
        compare_relative(student_t_quantile(0.975, 2), 4.3026527297494618, 1e-12);
        compare_relative(student_t_quantile(0.975, 3), 3.1824463052837084, 1e-12);
        compare_relative(student_t_quantile(0.975, 4), 2.7764451051977935, 1e-12);
        compare_relative(student_t_quantile(0.975, 10), 2.2281388519862742, 1e-12);
        compare_relative(student_t_quantile(0.975, 30), 2.0422724563012379, 1e-12);
        compare_relative(student_t_quantile(0.95, 2.7), 2.4638889362708492, 1e-12);
        compare_relative(student_t_quantile(0.9975, 4), 5.5975683670754919, 1e-12);
        compare_relative(student_t_quantile(0.995, 120), 2.6174211451068657, 1e-12);
        compare_relative(student_t_quantile(0.975, 1e6), 1.9599663568141067, 1e-9);
        compare_relative(student_t_quantile(0.025, 4), -2.7764451051977935, 1e-12);
        QCOMPARE(student_t_quantile(0.5, 7), 0.0);
        QVERIFY(std::isinf(student_t_quantile(1, 7)));
        QVERIFY(std::isnan(student_t_quantile(0.9, 0)));
    }

    void distribution() {
        compare_relative(student_t_cdf(1, 1), 0.75, 1e-13);
        compare_relative(student_t_cdf(2.5, 3.3), 0.95997358184582277, 1e-13);
        compare_relative(student_t_cdf(-1.7, 8), 0.063776434851617132, 1e-12);
        compare_relative(student_t_cdf(0.001, 5), 0.50037960661390117, 1e-12);
        compare_relative(student_t_two_sided(12, 2), 0.0068729336774, 1e-9);
        compare_relative(student_t_two_sided(-40, 6.5), 5.0393314458096638e-9, 1e-11);
        QCOMPARE(student_t_two_sided(0, 5), 1.0);
        for (const double freedom : {1.0, 1.7, 5.0, 33.0, 1e4}) // the inverse is the inverse
            for (const double p : {1e-6, 0.01, 0.3, 0.6, 0.95, 0.9999})
                compare_relative(student_t_cdf(student_t_quantile(p, freedom), freedom), p, 1e-10);
    }

    /// B. L. Welch's test on two samples of 15 whose variances differ: t = −2.46, 25 degrees of freedom, p =
    /// 0.021.
    void welch_example() {
        const std::vector<double> a = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                                       21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
        const std::vector<double> b = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                                       24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4};
        const Welch test = welch(mean_variance(a), mean_variance(b));
        // (More digits of the published figures, from mpmath.)
        compare_relative(test.difference / test.standard_error, -2.45535639828601, 1e-12);
        compare_relative(test.freedom, 24.98852929023142, 1e-12);
        compare_relative(test.p_value(), 0.0213780014628668, 1e-10);
        compare_relative(test.half_width(0.05),
                         student_t_quantile(0.975, 24.98852929023142) * test.standard_error, 1e-12);
    }

    void welch_without_variance() {
        const std::vector<double> a = {2, 2, 2}, b = {1, 1};
        const Welch apart = welch(mean_variance(a), mean_variance(b)),
                    equal = welch(mean_variance(a), mean_variance(a));
        QCOMPARE(apart.p_value(), 0.0);
        QCOMPARE(apart.half_width(0.05), 0.0);
        QCOMPARE(apart.freedom, 3.0);
        QCOMPARE(equal.p_value(), 1.0);
    }

    /// 95 % intervals hold the truth in 95 % of 4000 simulated comparisons of unlike arms (± 4 standard
    /// errors).
    void welch_coverage() {
        const int trials = 4000;
        int held = 0;
        for (int trial = 0; trial < trials; ++trial) {
            std::vector<double> a =
                random_normal(11, RandomUse::synthetic, static_cast<std::uint32_t>(trial), 6);
            std::vector<double> b =
                random_normal(12, RandomUse::synthetic, static_cast<std::uint32_t>(trial), 5);
            for (double& value : a)
                value = 0.3 + 0.02 * value;
            for (double& value : b)
                value = 0.1 + 0.05 * value;
            const Welch test = welch(mean_variance(a), mean_variance(b));
            held += std::fabs(test.difference - 0.2) <= test.half_width(0.05);
        }
        const double share = static_cast<double>(held) / trials;
        QVERIFY2(std::fabs(share - 0.95) < 4 * std::sqrt(0.95 * 0.05 / trials),
                 qPrintable(QString::number(share)));
    }

    void holm_corrects() {
        // Holm's own procedure on 0.01, 0.04, 0.03, 0.005: adjusted 0.03, 0.06, 0.06, 0.02.
        const Holm result = holm({0.01, 0.04, 0.03, 0.005}, 0.05);
        const std::vector<double> expected = {0.03, 0.06, 0.06, 0.02};
        for (std::size_t i = 0; i < 4; ++i)
            compare_relative(result.adjusted[i], expected[i], 1e-12);
        compare_relative(result.interval_alpha[3], 0.05 / 4, 1e-12);
        compare_relative(result.interval_alpha[0], 0.05 / 3, 1e-12);
        compare_relative(result.interval_alpha[2], 0.05 / 2, 1e-12); // the first that is kept
        compare_relative(result.interval_alpha[1], 0.05 / 2, 1e-12); // all after it: the same level
        // An interval excludes the null value exactly when the adjusted p-value is at most alpha.
        const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(p[i] <= result.interval_alpha[i], result.adjusted[i] <= 0.05);
        QCOMPARE(holm({0.04}, 0.05).adjusted[0], 0.04);
        QCOMPARE(holm({0.9, 0.8}, 0.05).adjusted[0], 1.0);
        const Holm with_gap = holm({std::nan(""), 0.02}, 0.05);
        QVERIFY(std::isnan(with_gap.adjusted[0]));
        QCOMPARE(with_gap.adjusted[1], 0.02);
        QVERIFY(holm({}, 0.05).adjusted.empty());
    }

    void runs_needed_decides() {
        // A difference of ten standard deviations shows at once; one of a tenth needs hundreds of runs.
        QCOMPARE(runs_needed(0.1, 1e-4, 1e-4, 0.01, 0.05, 200), 2);
        const int many = runs_needed(0.02, 1e-2, 1e-2, 0.01, 0.05, 1000);
        const double expected = 2 * 1e-2 * std::pow(1.96 / 0.02, 2); // the normal approximation
        QVERIFY2(std::abs(many - expected) < 5, qPrintable(QString::number(many)));
        QCOMPARE(runs_needed(0.02, 1e-2, 1e-2, 0.01, 0.05, 100), 101);
        QVERIFY(runs_needed(0, 1e-4, 1e-4, 0.01, 0.05, 200) < 15); // enough to be called the same
    }

    void medians() {
        QCOMPARE(median({3, 1, 2}), 2.0);
        QCOMPARE(median({4, 1, 2, 3}), 2.5);
        QVERIFY(std::isnan(median({})));
    }

    void warm_up_rule() {
        std::vector<double> times(200, 1.0);
        QCOMPARE(warm_up_steps(times, 1), std::size_t{5});
        QCOMPARE(warm_up_steps(times, 8), std::size_t{16});
        for (std::size_t i = 0; i < 23; ++i)
            times[i] = 2;
        QCOMPARE(warm_up_steps(times, 1), std::size_t{25}); // of the group 20…24 most are slow
        times[60] = 100;                                    // one slow step later on is not warm-up
        QCOMPARE(warm_up_steps(times, 1), std::size_t{25});
        std::vector<double> falling(100);
        for (std::size_t i = 0; i < falling.size(); ++i)
            falling[i] = 1000.0 / static_cast<double>(i + 1);
        QVERIFY(warm_up_steps(falling, 1) <= 50); // never more than half
        QCOMPARE(warm_up_steps(std::vector<double>(8, 1.0), 1), std::size_t{2});
        QCOMPARE(warm_up_steps(std::vector<double>(1, 1.0), 1), std::size_t{0});
        QCOMPARE(warm_up_steps(std::vector<double>(), 1), std::size_t{0});
        QCOMPARE(warm_up_steps(std::vector<double>(100, 1.0), 64), std::size_t{25});
    }

    void bootstrap_repeats_itself() {
        const std::vector<double> values = random_normal(1, RandomUse::synthetic, 0, 300);
        const auto first = block_bootstrap_medians(values, 100, 1, 5),
                   again = block_bootstrap_medians(values, 100, 1, 5);
        QCOMPARE(first, again);
        QVERIFY(first != block_bootstrap_medians(values, 100, 2, 5));
        QVERIFY(first != block_bootstrap_medians(values, 100, 1, 6));
        const auto constant = block_bootstrap_medians(std::vector<double>(50, 7.0), 20, 1, 1);
        QCOMPARE(constant, std::vector<double>(20, 7.0));
        QCOMPARE(block_bootstrap_medians(std::vector<double>{3.0}, 4, 1, 1), std::vector<double>(4, 3.0));
        QVERIFY(block_bootstrap_medians({}, 4, 1, 1).empty());
        QCOMPARE(block_bootstrap_medians(std::vector<double>(100001, 2.0), 5, 1, 1),
                 std::vector<double>(5, 2.0));
    }

    /// Steps that resemble their neighbours (autocorrelation 0.5): 95 % intervals hold the true median nearly
    /// as often as they say, and clearly more often than intervals that take the steps as independent.
    void bootstrap_coverage() {
        const std::size_t count = 400;
        const int trials = 400;
        int held = 0, naive_held = 0;
        for (int trial = 0; trial < trials; ++trial) {
            const std::vector<double> noise =
                random_normal(21, RandomUse::synthetic, static_cast<std::uint32_t>(trial), count + 50);
            std::vector<double> series;
            double state = 0;
            for (std::size_t i = 0; i < noise.size(); ++i) {
                state = 0.5 * state + std::sqrt(0.75) * noise[i];
                if (i >= 50)
                    series.push_back(state);
            }
            std::vector<double> medians =
                block_bootstrap_medians(series, 400, 1, static_cast<std::uint32_t>(trial));
            std::sort(medians.begin(), medians.end());
            held += quantile_of_sorted(medians, 0.025) <= 0 && quantile_of_sorted(medians, 0.975) >= 0;
            const double naive =
                1.96 * 1.2533 / std::sqrt(static_cast<double>(count)); // of independent normal values
            naive_held += std::fabs(median(series)) <= naive;
        }
        const double share = static_cast<double>(held) / trials,
                     naive_share = static_cast<double>(naive_held) / trials;
        QVERIFY2(share > 0.88 && share < 0.985, qPrintable(QString::number(share)));
        QVERIFY2(share > naive_share + 0.05, qPrintable(QString::number(naive_share)));
    }

    void quantiles_of_sorted() {
        const std::vector<double> values = {1, 2, 3, 4};
        QCOMPARE(quantile_of_sorted(values, 0), 1.0);
        QCOMPARE(quantile_of_sorted(values, 0.5), 2.5);
        QCOMPARE(quantile_of_sorted(values, 1), 4.0);
        QVERIFY(std::isnan(quantile_of_sorted({}, 0.5)));
    }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "test_statistics.moc"
