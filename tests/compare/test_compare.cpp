// SPDX-License-Identifier: Apache-2.0
// Comparisons of made-up runs whose true speed, quality and differences are known.
#include <QtTest/QtTest>

#include <cmath>

#include "engine/compare/compare.h"
#include "engine/core/random.h"
#include "tests/compare/fake_history.h"

using namespace laptime;
using namespace laptime::test;

namespace {

/// Repeats with seeds 1…n whose step times are `mean_ms`, with a spread between runs and a small one between
/// steps.
std::vector<RunId> repeats(FakeHistory& history, const std::string& name, Precision precision, double mean_ms,
                           double run_spread, int count, std::uint64_t noise, double val_accuracy = 0.91) {
    std::vector<RunId> ids;
    const std::vector<double> z =
        random_normal(noise, RandomUse::synthetic, 0, static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const double run_ms = mean_ms * std::exp(run_spread * z[static_cast<std::size_t>(i)]);
        const auto steps = random_normal(noise, RandomUse::synthetic, static_cast<std::uint32_t>(i + 1), 201);
        MadeUp made;
        made.experiment = an_experiment(name, precision, static_cast<std::uint64_t>(i + 1));
        made.step_ms = [=](int step) {
            return run_ms * std::exp(0.02 * steps[static_cast<std::size_t>(step)]) * (step <= 3 ? 20 : 1);
        };
        made.val_accuracy = val_accuracy + 0.0005 * z[static_cast<std::size_t>(i)];
        ids.push_back(add(history, made));
    }
    return ids;
}

const Difference* find(const Comparison& comparison, const std::string& what) {
    for (const Difference& difference : comparison.differences)
        if (difference.what == what)
            return &difference;
    return nullptr;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT
private slots:
    void faster() {
        FakeHistory history;
        const Arm base = load_arm(history, repeats(history, "f32", Precision::float32, 10, 0.01, 3, 1));
        const Arm bf16 =
            load_arm(history, repeats(history, "bf16", Precision::mixed_bfloat16, 5, 0.01, 3, 2));
        const Comparison c = compare(base, {bf16}).at(0);
        QCOMPARE(c.speed.verdict, Verdict::faster);
        QVERIFY(!c.speed.within_one_run);
        QVERIFY(std::fabs(c.speed.ratio - 2) < 0.1);
        QVERIFY(c.speed.interval.low < c.speed.ratio && c.speed.ratio < c.speed.interval.high);
        QVERIFY(c.speed.interval.low < 2 && 2 < c.speed.interval.high);
        QVERIFY(c.speed.p_value < 0.001);
        QCOMPARE(c.speed.more_runs, 0);
        QVERIFY(!c.confounded);
        QVERIFY(find(c, "speed.precision") && find(c, "speed.precision")->intended);
        QCOMPARE(c.quality.state, QualityGuard::State::kept);
        QVERIFY2(has(c.summary, "mixed_bfloat16 is faster than float32"), c.summary.c_str());
        QVERIFY(std::fabs(base.samples_per_second() - 10000) < 500);
        // The other way round is the inverse.
        const Comparison back = compare(bf16, {base}).at(0);
        QCOMPARE(back.speed.verdict, Verdict::slower);
        QVERIFY(std::fabs(back.speed.ratio * c.speed.ratio - 1) < 1e-12);
        QVERIFY(std::fabs(back.speed.interval.low * c.speed.interval.high - 1) < 1e-12);
    }

    void warm_up_is_cut_and_told() {
        FakeHistory history;
        const Arm arm = load_arm(history, repeats(history, "f32", Precision::float32, 10, 0, 1, 3));
        QCOMPARE(arm.runs[0].warmup_steps, std::int64_t{5});
        QCOMPARE(arm.runs[0].step_seconds.size(), std::size_t{195});
        QVERIFY(arm.runs[0].warmup_s > 0.5); // the three slow ones
        QVERIFY(*std::max_element(arm.runs[0].step_seconds.begin(), arm.runs[0].step_seconds.end()) < 0.02);
    }

    void same() {
        FakeHistory history;
        const Arm a = load_arm(history, repeats(history, "a", Precision::float32, 10, 0.0005, 5, 4));
        const Arm b = load_arm(history, repeats(history, "b", Precision::float64, 10, 0.0005, 5, 5));
        const Comparison c = compare(a, {b}).at(0);
        QCOMPARE(c.speed.verdict, Verdict::same);
        QVERIFY(c.speed.interval.low > 0.99 && c.speed.interval.high < 1.01);
    }

    void inconclusive_says_how_many_more() {
        FakeHistory history;
        const Arm a = load_arm(history, repeats(history, "a", Precision::float32, 10, 0.06, 3, 7));
        const Arm b = load_arm(history, repeats(history, "b", Precision::float64, 9.7, 0.06, 3, 8));
        const Comparison c = compare(a, {b}).at(0);
        QCOMPARE(c.speed.verdict, Verdict::inconclusive);
        QVERIFY(c.speed.more_runs >= 1);
        QVERIFY2(has(c.summary, "more run"), c.summary.c_str());
    }

    void one_run_an_arm_claims_nothing() {
        FakeHistory history;
        const Arm a = load_arm(history, repeats(history, "a", Precision::float32, 10, 0, 1, 9));
        const Arm b = load_arm(history, repeats(history, "b", Precision::mixed_bfloat16, 5, 0, 1, 10));
        const Comparison c = compare(a, {b}).at(0);
        QVERIFY(c.speed.within_one_run);
        QCOMPARE(c.speed.verdict, Verdict::inconclusive);
        QVERIFY(c.speed.interval.low > 1.95 && c.speed.interval.high < 2.05);
        QVERIFY(c.speed.interval.low < c.speed.ratio && c.speed.ratio < c.speed.interval.high);
        QVERIFY(c.speed.more_runs >= 1);
        QVERIFY2(has(c.summary, "within one run"), c.summary.c_str());
        QVERIFY2(has(c.summary, "no claim about the setting"), c.summary.c_str());
        QCOMPARE(c.quality.state, QualityGuard::State::unknown);
        QVERIFY(std::isfinite(c.quality.difference));
        QVERIFY(std::isnan(c.quality.bound));
        const Comparison again = compare(a, {b}).at(0); // seeded: the same to the last bit
        QCOMPARE(again.speed.interval.low, c.speed.interval.low);
        QCOMPARE(again.speed.interval.high, c.speed.interval.high);
        // A single run against several is no better.
        const Arm many = load_arm(history, repeats(history, "c", Precision::mixed_bfloat16, 5, 0.01, 3, 11));
        QVERIFY(compare(a, {many}).at(0).speed.within_one_run);
    }

    void holm_over_many_settings() {
        FakeHistory history;
        const Arm base = load_arm(history, repeats(history, "base", Precision::float32, 10, 0.01, 3, 12));
        std::vector<Arm> others;
        for (int i = 0; i < 5; ++i)
            others.push_back(load_arm(history, repeats(history, "other", Precision::float64, 9.6, 0.01, 3,
                                                       static_cast<std::uint64_t>(20 + i))));
        const auto together = compare(base, others);
        for (std::size_t i = 0; i < others.size(); ++i) {
            const SpeedUp alone = compare(base, {others[i]}).at(0).speed;
            QVERIFY(together[i].speed.p_value >= alone.p_value);
            QVERIFY(together[i].speed.interval.low <= alone.interval.low);
            QVERIFY(together[i].speed.interval.high >= alone.interval.high);
            QCOMPARE(together[i].speed.ratio, alone.ratio);
            const bool excludes_one =
                together[i].speed.interval.low > 1 || together[i].speed.interval.high < 1;
            QCOMPARE(excludes_one, together[i].speed.p_value <= 0.05);
        }
        QVERIFY(together[0].speed.p_value > compare(base, {others[0]}).at(0).speed.p_value);
    }

    /// No difference at all, five settings at once, many times: some setting is called faster or slower in at
    /// most about 5 % of the families.
    void family_error_rate() {
        const int trials = 200;
        int wrong = 0;
        for (int trial = 0; trial < trials; ++trial) {
            std::vector<Arm> arms;
            for (int arm = 0; arm < 6; ++arm) {
                const auto z =
                    random_normal(31, RandomUse::synthetic, static_cast<std::uint32_t>(trial * 6 + arm), 4);
                Arm made;
                for (const double value : z) {
                    Arm::Run run;
                    run.step_seconds.assign(20, std::exp(0.02 * value));
                    run.seconds_per_sample.assign(20, 0.01 * std::exp(0.02 * value));
                    made.runs.push_back(run);
                }
                arms.push_back(made);
            }
            const auto result = compare(arms[0], {arms.begin() + 1, arms.end()});
            wrong += std::any_of(result.begin(), result.end(), [](const Comparison& c) {
                return c.speed.verdict == Verdict::faster || c.speed.verdict == Verdict::slower;
            });
        }
        QVERIFY2(wrong <= trials * 0.05 + 3 * std::sqrt(trials * 0.05 * 0.95),
                 qPrintable(QString::number(wrong)));
    }

    void lost_quality() {
        FakeHistory history;
        const Arm a = load_arm(history, repeats(history, "a", Precision::float32, 10, 0.01, 4, 40, 0.91));
        const Arm b =
            load_arm(history, repeats(history, "b", Precision::mixed_float16, 5, 0.01, 4, 41, 0.88));
        const Comparison c = compare(a, {b}).at(0);
        QCOMPARE(c.speed.verdict, Verdict::faster);
        QCOMPARE(c.quality.state, QualityGuard::State::lost);
        QVERIFY(std::fabs(c.quality.difference + 0.03) < 0.002);
        QVERIFY(c.quality.bound < c.quality.difference);
        QVERIFY2(has(c.summary, "but it lost quality"), c.summary.c_str());
    }

    void quality_within_the_margin_is_kept() {
        FakeHistory history;
        const Arm a = load_arm(history, repeats(history, "a", Precision::float32, 10, 0.01, 5, 42, 0.910));
        const Arm b =
            load_arm(history, repeats(history, "b", Precision::mixed_float16, 5, 0.01, 5, 43, 0.908));
        const Comparison c = compare(a, {b}).at(0);
        QCOMPARE(c.quality.state, QualityGuard::State::kept);
        QVERIFY(c.quality.bound > -c.quality.margin && c.quality.bound < c.quality.difference);
    }

    void quality_too_noisy_is_unknown() {
        FakeHistory history;
        std::vector<std::vector<RunId>> ids(2);
        const double accuracies[2][3] = {{0.90, 0.92, 0.91}, {0.89, 0.92, 0.905}};
        for (int arm = 0; arm < 2; ++arm)
            for (int i = 0; i < 3; ++i) {
                MadeUp made;
                made.experiment =
                    an_experiment("x", arm ? Precision::mixed_float16 : Precision::float32, i + 1u);
                made.val_accuracy = accuracies[arm][i];
                ids[static_cast<std::size_t>(arm)].push_back(add(history, made));
            }
        const Comparison c = compare(load_arm(history, ids[0]), {load_arm(history, ids[1])}).at(0);
        QCOMPARE(c.quality.state, QualityGuard::State::unknown);
        QVERIFY(c.quality.bound < -c.quality.margin);
    }

    void loss_where_there_is_no_accuracy() {
        FakeHistory history;
        MadeUp a, b;
        a.experiment = an_experiment("a");
        b.experiment = an_experiment("b", Precision::float64);
        a.val_accuracy = b.val_accuracy = not_measured;
        a.val_loss = 0.50;
        b.val_loss = 0.52;
        const Comparison c =
            compare(load_arm(history, {add(history, a)}), {load_arm(history, {add(history, b)})}).at(0);
        QCOMPARE(c.quality.metric, std::string("val_loss"));
        QVERIFY(std::fabs(c.quality.difference + 0.02) < 1e-12); // a higher loss is worse
    }

    void diverged_runs_lose_quality() {
        FakeHistory history;
        MadeUp a, b;
        a.experiment = an_experiment("a");
        b.experiment = an_experiment("b", Precision::mixed_float16);
        b.status = RunStatus::diverged;
        b.val_accuracy = not_measured;
        const Comparison c =
            compare(load_arm(history, {add(history, a)}), {load_arm(history, {add(history, b)})}).at(0);
        QCOMPARE(c.quality.state, QualityGuard::State::lost);
        QVERIFY2(has(c.quality.text, "1 of 1 run diverged"), c.quality.text.c_str());
        QVERIFY(std::isnan(c.other_laps_per_day));
        QVERIFY(std::isfinite(c.baseline_laps_per_day));
    }

    void time_to_target_factors() {
        FakeHistory history;
        std::vector<RunId> base, other;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            MadeUp a, b;
            a.experiment = an_experiment("a", Precision::float32, seed);
            b.experiment = an_experiment("b", Precision::mixed_bfloat16, seed);
            a.experiment.train.target = b.experiment.train.target =
                Target{Target::Metric::val_accuracy, 0.88};
            a.time_to_target_s = 2.6;
            b.step_ms = [](int) { return 5.0; };
            b.time_to_target_s = seed == 2 ? not_measured : 1.4;
            b.val_accuracy = seed == 2 ? 0.80 : 0.915;
            base.push_back(add(history, a));
            other.push_back(add(history, b));
        }
        const Comparison c = compare(load_arm(history, base), {load_arm(history, other)}).at(0);
        QCOMPARE(c.target.target, std::string("val_accuracy >= 0.88"));
        QCOMPARE(c.target.baseline_runs, 3);
        QCOMPARE(c.target.baseline_reached, 3);
        QCOMPARE(c.target.other_runs, 3);
        QCOMPARE(c.target.other_reached, 2); // the one that never got there is counted
        QVERIFY(std::fabs(c.target.speed_up - 2.6 / 1.4) < 1e-12);
        const double product =
            c.target.throughput_factor * c.target.samples_factor * c.target.overhead_factor;
        QVERIFY(std::fabs(product - c.target.speed_up) < 1e-12);
        QVERIFY(std::fabs(c.target.throughput_factor - 2) < 1e-9);
        // Validation accuracy grows by 0.025 an epoch of 5000 samples: 0.88 comes with epoch 3 on either
        // side.
        QVERIFY(std::fabs(c.target.samples_factor - 1) < 1e-12);
        QVERIFY(std::fabs(c.baseline_laps_per_day - 86400 / 2.6) < 1e-6);
        QVERIFY(!c.confounded);
    }

    void nobody_reached_the_target() {
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        a.experiment.train.target = Target{Target::Metric::val_accuracy, 0.99};
        MadeUp b = a;
        b.experiment.speed.precision = Precision::float64;
        const Comparison c =
            compare(load_arm(history, {add(history, a)}), {load_arm(history, {add(history, b)})}).at(0);
        QCOMPARE(c.target.baseline_runs, 1);
        QCOMPARE(c.target.baseline_reached, 0);
        QVERIFY(std::isnan(c.target.speed_up));
    }

    void confounded_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("intended");
        QTest::newRow("cpu") << 0 << "machine.cpu" << false;
        QTest::newRow("library on one side") << 1 << "machine.onednn" << false;
        QTest::newRow("data") << 2 << "data" << false;
        QTest::newRow("model option") << 3 << "model.dropout" << false;
        QTest::newRow("optimizer") << 4 << "train.optimizer" << false;
        QTest::newRow("learning rate") << 5 << "train.learning_rate" << false;
        QTest::newRow("epochs") << 6 << "train.epochs" << false;
        QTest::newRow("target") << 7 << "train.target" << false;
        QTest::newRow("seed") << 8 << "train.seed" << true;
        QTest::newRow("batch") << 9 << "speed.global_batch" << true;
        QTest::newRow("steps per execution") << 10 << "speed.steps_per_execution" << true;
        QTest::newRow("threads") << 11 << "speed.threads_per_device" << true;
        QTest::newRow("driver of another device") << 12 << "machine.driver" << true;
        QTest::newRow("validation") << 13 << "data.validation" << false;
    }
    void confounded() {
        QFETCH(int, change);
        QFETCH(QString, what);
        QFETCH(bool, intended);
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        MadeUp b = a;
        Experiment& e = b.experiment;
        switch (change) {
        case 0:
            b.machine["cpu"] = "Another CPU";
            break;
        case 1:
            b.machine["onednn"] = "2.6.3";
            break;
        case 2:
            b.fingerprint = "data-2";
            break;
        case 3:
            e.model.options["dropout"] = 0.5;
            break;
        case 4:
            e.train.optimizer = OptimizerKind::sgd;
            break;
        case 5:
            e.train.learning_rate.rate = 0.1;
            break;
        case 6:
            e.train.epochs = 7;
            break;
        case 7:
            e.train.target = Target{Target::Metric::val_accuracy, 0.8};
            break;
        case 8:
            e.train.seed = 9;
            break;
        case 9:
            e.speed.global_batch = 64;
            break;
        case 10:
            e.speed.steps_per_execution = 4;
            break;
        case 11:
            e.speed.threads_per_device = 1;
            break;
        case 12:
            e.speed.devices = {"cuda:0"};
            b.machine["driver"] = "580";
            break;
        default:
            e.data.validation = 0.2;
            break;
        }
        const Comparison c =
            compare(load_arm(history, {add(history, a)}), {load_arm(history, {add(history, b)})}).at(0);
        const Difference* difference = find(c, what.toStdString());
        QVERIFY(difference);
        QCOMPARE(difference->intended, intended);
        QCOMPARE(c.confounded, !intended);
        QCOMPARE(c.differences.size(), std::size_t(change == 7 || change == 12 ? 2 : 1)); // nothing else
        QCOMPARE(has(c.summary, "Confounded"), !intended);
    }

    void machines_that_differ_within_an_arm() {
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        MadeUp elsewhere = a;
        elsewhere.machine["cpu"] = "Another CPU";
        const std::vector<RunId> mixed = {add(history, a), add(history, elsewhere)};
        const std::vector<RunId> mixed_too = {add(history, a), add(history, elsewhere)};
        const Comparison c = compare(load_arm(history, mixed), {load_arm(history, mixed_too)}).at(0);
        QVERIFY(c.confounded);
        QVERIFY(has(find(c, "machine.cpu")->baseline, "|"));
    }

    void refuses() {
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        const RunId first = add(history, a);
        a.experiment.train.seed = 2;
        const RunId repeat = add(history, a);
        a.experiment.speed.global_batch = 64;
        const RunId different = add(history, a);
        a.steps = 0;
        const RunId empty = add(history, a);
        QCOMPARE(load_arm(history, {first, repeat}).runs.size(), std::size_t{2});
        QVERIFY_THROWS_EXCEPTION(InvalidInput, load_arm(history, {first, different}));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, load_arm(history, {first, first}));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, load_arm(history, {empty}));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, load_arm(history, {}));
        QVERIFY_THROWS_EXCEPTION(InvalidInput, load_arm(history, {99}));
    }

    void finds_lists_of_runs() {
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        const RunId one = add(history, a), two = add(history, a);
        QCOMPARE(find_runs(history, "1,2"), (std::vector<RunId>{one, two}));
        QCOMPARE(find_runs(history, "2"), std::vector<RunId>{two});
        // Both have the same name but are no set of repeats; once they are, the name stands for both.
        QCOMPARE(find_runs(history, "a"), std::vector<RunId>{one});
        history.details(two).row.group = one;
        QCOMPARE(find_runs(history, "a"), (std::vector<RunId>{one, two}));
        for (const char* bad : {"", "1,", ",1", "1,,2", "7", "nobody"})
            QVERIFY_THROWS_EXCEPTION(InvalidInput, find_runs(history, bad));
    }

    void strange_numbers() {
        FakeHistory history;
        MadeUp a;
        a.experiment = an_experiment("a");
        a.step_ms = [](int step) { return step % 3 == 0 ? std::nan("") : step % 3 == 1 ? 10.0 : 0.0; };
        MadeUp b;
        b.experiment = an_experiment("b", Precision::float64);
        b.steps = 3; // too few for an interval
        const Arm odd = load_arm(history, {add(history, a)}), few = load_arm(history, {add(history, b)});
        const Comparison c = compare(odd, {few}).at(0);
        QVERIFY(std::fabs(c.speed.ratio - 1) < 1e-9);
        QVERIFY(std::isnan(c.speed.interval.low));
        QCOMPARE(c.speed.verdict, Verdict::inconclusive);
        QVERIFY2(has(c.summary, "too few steps"), c.summary.c_str());
        // No variance at all between repeats.
        MadeUp fast;
        fast.experiment = an_experiment("c", Precision::mixed_float16);
        fast.step_ms = [](int) { return 8.0; };
        MadeUp slow;
        slow.experiment = an_experiment("d");
        const Arm exact_fast = load_arm(history, {add(history, fast), add(history, fast)});
        const Arm exact_slow = load_arm(history, {add(history, slow), add(history, slow)});
        const SpeedUp speed = compare(exact_slow, {exact_fast}).at(0).speed;
        QCOMPARE(speed.verdict, Verdict::faster);
        QCOMPARE(speed.interval.low, speed.interval.high);
        QCOMPARE(compare(exact_slow, {exact_slow}).at(0).speed.verdict, Verdict::same);
        QVERIFY(compare(exact_slow, {}).empty());
    }
};

QTEST_GUILESS_MAIN(TestCompare)
#include "test_compare.moc"
