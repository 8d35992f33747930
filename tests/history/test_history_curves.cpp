// SPDX-License-Identifier: Apache-2.0
// Points in the history: live rows, packing, cutting back, late points, and curves against a plain count.
#include <QTest>

#include "engine/core/random.h"
#include "engine/history/history_file.h"
#include "tests/history/history_support.h"

using namespace laptime;
using test::hard_points;
using test::same;

namespace {

std::int64_t count_of(History& history, const char* table) {
    auto& file = dynamic_cast<history::HistoryFile&>(history);
    return file.database().integer(std::string("SELECT count(*) FROM ") + table);
}

RunEnd stopped() {
    RunEnd end;
    end.status = RunStatus::stopped;
    return end;
}

} // namespace

class TestHistoryCurves : public QObject {
    Q_OBJECT

private slots:
    void liveThenPacked() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "a"), other = test::add_running(*history, "b");
        const auto points = hard_points(1, 3000);
        for (std::size_t at = 0; at < points.size(); at += 250) {
            history->append(run,
                            {points.begin() + static_cast<std::ptrdiff_t>(at),
                             points.begin() + static_cast<std::ptrdiff_t>(at + 250)},
                            {}, {});
            history->append(other, {test::hard_point(static_cast<std::int64_t>(at) + 1)}, {}, {});
        }
        QCOMPARE(count_of(*history, "chunks"), 0);
        QVERIFY(same(history->steps(run), points));
        history->end(run, stopped());
        QCOMPARE(count_of(*history, "chunks"), 3);
        QCOMPARE(count_of(*history, "live_steps"), 12); // the other run's
        QVERIFY(same(history->steps(run), points));
        QCOMPARE(history->steps(other).size(), std::size_t{12});
        QVERIFY(same(history->steps(run, 1024), hard_points(1025, 3000)));
        QVERIFY(same(history->steps(run, 2999), hard_points(3000, 3000)));
        QVERIFY(history->steps(run, 3000).empty());
        // Another connection sees the same.
        QVERIFY(same(History::open(folder.file("h.db"))->steps(run), points));
    }

    void longRunsArePackedOnTheWay() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "long");
        const auto points = hard_points(1, 40000);
        history->append(run, points, {}, {});
        QVERIFY(count_of(*history, "live_steps") <= 8192);
        QVERIFY(count_of(*history, "chunks") > 20);
        QVERIFY(same(history->steps(run), points));
        QVERIFY(same(history->steps(run, 30000), hard_points(30001, 40000)));
        QCOMPARE(history->run(run).row.steps, 40000);
    }

    void lateAndRepeatedPoints() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "late");
        auto points = hard_points(1, 2500);
        std::vector<StepPoint> first, second;
        for (const StepPoint& p : points)
            (p.step % 3 == 1 ? second : first).push_back(p);
        history->append(run, first, {}, {});
        history->set_status(run, RunStatus::interrupted); // packs
        QVERIFY(count_of(*history, "chunks") > 0);
        history->append(run, second, {}, {}); // between the packed ones
        QVERIFY(same(history->steps(run), points));
        points[1200].loss = 77;
        history->append(run, {points[1200]}, {}, {}); // told again: the newer one counts
        QVERIFY(same(history->steps(run), points));
        history->end(run, stopped());
        QVERIFY(same(history->steps(run), points));
    }

    void rewindCutsExactly() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        for (const bool packed : {false, true}) {
            for (const std::int64_t step : {0, 1, 500, 1023, 1024, 1025, 2048, 2999, 3000, 5000}) {
                const RunId run = test::add_running(*history, "r");
                std::vector<EpochPoint> epochs;
                for (std::int64_t e = 1; e <= 6; ++e) {
                    EpochPoint epoch;
                    epoch.epoch = e;
                    epoch.step = e * 500;
                    epoch.val_accuracy = 0.8 + 0.01 * static_cast<double>(e);
                    epoch.val_loss = 1.0 / static_cast<double>(e);
                    epochs.push_back(epoch);
                }
                history->append(run, hard_points(1, 3000), epochs, {});
                if (packed)
                    history->end(run, stopped());
                history->rewind(run, step);
                const std::int64_t left = std::min<std::int64_t>(step, 3000);
                QVERIFY(same(history->steps(run), hard_points(1, left)));
                QCOMPARE(static_cast<std::int64_t>(history->epochs(run).size()), left / 500);
                const RunRow row = history->run(run).row;
                QCOMPARE(row.steps, left);
                if (left / 500 > 0) {
                    QCOMPARE(row.val_accuracy, 0.8 + 0.01 * static_cast<double>(left / 500));
                    QCOMPARE(row.best, row.val_accuracy);
                } else {
                    QVERIFY(std::isnan(row.val_accuracy));
                }
                // And it goes on from there without a step twice.
                history->append(run, hard_points(left + 1, 3100), {}, {});
                QVERIFY(same(history->steps(run), hard_points(1, 3100)));
                history->end(run, stopped());
                QVERIFY(same(history->steps(run), hard_points(1, 3100)));
            }
        }
    }

    void beginCutsToo() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "r");
        history->append(run, hard_points(1, 1500), {}, {{"code", "text"}});
        history->end(run, stopped());
        QVERIFY(history->run(run).end.has_value());
        const std::int64_t started = history->run(run).row.started;
        RunStart start;
        start.first_step = 700;
        history->begin(run, start, {}, "", "", "");
        QVERIFY(same(history->steps(run), hard_points(1, 700)));
        QVERIFY(!history->run(run).end.has_value());
        QCOMPARE(history->run(run).row.started, started);
        QCOMPARE(history->run(run).warnings.size(), std::size_t{1});
    }

    void curvesAgainstCounting_data() {
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("packed");
        QTest::addColumn<int>("buckets");
        QTest::newRow("few live") << 10 << 0 << 100;
        QTest::newRow("one bucket") << 10 << 0 << 1;
        QTest::newRow("live") << 5000 << 0 << 700;
        QTest::newRow("packed, from points") << 20000 << 20000 << 700;
        QTest::newRow("packed, from segments") << 20000 << 20000 << 150;
        QTest::newRow("packed, from chunks") << 20000 << 20000 << 15;
        QTest::newRow("mixed, from points") << 20000 << 15000 << 900;
        QTest::newRow("mixed, from segments") << 20000 << 15000 << 170;
        QTest::newRow("mixed, from chunks") << 20000 << 15000 << 10;
    }

    void curvesAgainstCounting() {
        QFETCH(int, points);
        QFETCH(int, packed);
        QFETCH(int, buckets);
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "c");
        const auto all = hard_points(1, points);
        if (packed > 0) {
            history->append(run, {all.begin(), all.begin() + packed}, {}, {});
            history->set_status(run, RunStatus::interrupted);
            history->set_status(run, RunStatus::running);
        }
        if (packed < points)
            history->append(run, {all.begin() + packed, all.end()}, {}, {});

        const auto curve = history->curve(run, buckets);
        QVERIFY(static_cast<int>(curve.size()) <= buckets);
        QVERIFY(static_cast<int>(curve.size()) >= std::min(points, buckets) * 9 / 10);
        // The buckets hold every point once, in order, and say of their points what counting says.
        std::size_t at = 0;
        for (const CurveBucket& bucket : curve) {
            const auto size = static_cast<std::size_t>(bucket.count);
            QVERIFY(size >= 1 && at + size <= all.size());
            QVERIFY(same(bucket.first, all[at]) && same(bucket.last, all[at + size - 1]));
            double least = not_measured, greatest = not_measured;
            std::int64_t not_finite = 0;
            for (std::size_t i = at; i < at + size; ++i) {
                if (std::isfinite(all[i].loss)) {
                    least = std::fmin(least, all[i].loss);
                    greatest = std::fmax(greatest, all[i].loss);
                } else {
                    ++not_finite;
                }
            }
            QVERIFY(test::bits(bucket.min) == test::bits(least) &&
                    test::bits(bucket.max) == test::bits(greatest));
            QCOMPARE(bucket.not_finite, not_finite);
            at += size;
        }
        QCOMPARE(at, all.size());
    }

    void emptyCurves() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "empty");
        QVERIFY(history->curve(run, 100).empty());
        QVERIFY(history->steps(run).empty());
        QVERIFY(history->epochs(run).empty());
        history->append(run, hard_points(1, 5), {}, {});
        QVERIFY(history->curve(run, 0).empty());
    }

    void epochsComeBack() {
        const test::Folder folder;
        const auto history = History::open(folder.file("h.db"));
        const RunId run = test::add_running(*history, "e");
        std::vector<EpochPoint> epochs(4);
        for (std::size_t i = 0; i < epochs.size(); ++i) {
            epochs[i].epoch = static_cast<std::int64_t>(i) + 1;
            epochs[i].loss = i == 1 ? INFINITY : i == 2 ? not_measured : -0.0;
            epochs[i].val_loss = i == 3 ? -INFINITY : not_measured;
        }
        history->append(run, {}, epochs, {});
        QVERIFY(same(history->epochs(run), epochs));
        QVERIFY(same(history->run(run).epochs, epochs));
    }
};

QTEST_GUILESS_MAIN(TestHistoryCurves)
#include "test_history_curves.moc"
