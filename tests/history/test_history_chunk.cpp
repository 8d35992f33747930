// SPDX-License-Identifier: Apache-2.0
// Packed points: every bit comes back, damage is noticed, summaries say what the points say.
#include <QTest>

#include "engine/core/random.h"
#include "engine/history/chunk.h"
#include "engine/history/errors.h"
#include "tests/history/history_support.h"
#include "tests/history/made_runs.h"

using namespace laptime;
using namespace laptime::history;

class TestHistoryChunk : public QObject {
    Q_OBJECT

private slots:
    void pointsComeBack() {
        for (const std::int64_t n : {1, 2, 63, 64, 65, 1023, 1024, 5000}) {
            const auto points = test::hard_points(1, n);
            QVERIFY(test::same(unpack_points(pack_points(points)), points));
        }
        QVERIFY(unpack_points(pack_points({})).empty());
    }

    void anyBitsComeBack() {
        // Fields of random bits, extremes of whole numbers included: differences may overflow and must still
        // add up.
        const RandomKey key = random_key(7, RandomUse::synthetic);
        std::vector<StepPoint> points;
        for (std::uint32_t i = 0; i < 3000; ++i) {
            const auto words = [&](std::uint32_t lane) {
                const auto w = philox(key, {i, lane, 0, 0});
                return std::uint64_t{w[0]} << 32 | w[1];
            };
            StepPoint p;
            p.step = static_cast<std::int64_t>(words(0));
            p.epoch =
                i % 2 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
            p.samples = static_cast<std::int64_t>(words(2));
            p.wall_s = std::bit_cast<double>(words(3));
            p.loss = std::bit_cast<double>(words(4));
            p.learning_rate = std::bit_cast<double>(words(5));
            p.step_ms = std::bit_cast<double>(words(6));
            p.data_ms = std::bit_cast<double>(words(7));
            p.collective_ms = std::bit_cast<double>(words(8));
            p.skipped = words(9) & 1;
            points.push_back(p);
        }
        const auto back = unpack_points(pack_points(points));
        QCOMPARE(back.size(), points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(test::same(back[i], points[i]));
            QCOMPARE(std::bit_cast<std::uint64_t>(back[i].loss),
                     std::bit_cast<std::uint64_t>(points[i].loss));
        }
    }

    void realCurvesShrink() {
        const auto run = made::run(made::experiment(0), 1024);
        const std::size_t size = pack_points(run.steps).size();
        QVERIFY2(size < run.steps.size() * 30, qPrintable(QString::number(size)));
    }

    void damageIsNoticed() {
        const auto points = test::hard_points(1, 1024);
        const sqlite::Bytes bytes = pack_points(points);
        for (std::size_t at = 0; at < bytes.size(); at += 97) {
            sqlite::Bytes spoilt = bytes;
            spoilt[at] ^= 0x40;
            try {
                // A flag of zstd's frame that means nothing may be flipped unseen; then the points must be
                // right.
                QVERIFY(test::same(unpack_points(spoilt), points));
            } catch (const DamagedPoints&) {
            }
        }
        for (const std::size_t size :
             {std::size_t{0}, std::size_t{4}, std::size_t{5}, bytes.size() / 2, bytes.size() - 1}) {
            const sqlite::Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            QVERIFY_THROWS_EXCEPTION(DamagedPoints, unpack_points(cut));
        }
        const sqlite::Bytes zeros(bytes.size(), 0), ones(bytes.size(), 255);
        QVERIFY_THROWS_EXCEPTION(DamagedPoints, unpack_points(zeros));
        QVERIFY_THROWS_EXCEPTION(DamagedPoints, unpack_points(ones));
    }

    void summaries() {
        auto points = test::hard_points(1, 200);
        const CurveBucket all = summarise(points);
        QCOMPARE(all.count, 200);
        QVERIFY(test::same(all.first, points.front()));
        QVERIFY(test::same(all.last, points.back()));
        double least = INFINITY, greatest = -INFINITY;
        std::int64_t not_finite = 0;
        for (const StepPoint& p : points) {
            if (std::isfinite(p.loss)) {
                least = std::min(least, p.loss);
                greatest = std::max(greatest, p.loss);
            } else {
                ++not_finite;
            }
        }
        QVERIFY(not_finite > 3);
        QCOMPARE(all.min, least);
        QCOMPARE(all.max, greatest);
        QCOMPARE(all.not_finite, not_finite);

        const auto segments = segments_of(points);
        QCOMPARE(segments.size(), std::size_t{4});
        CurveBucket merged = segments[0];
        for (std::size_t i = 1; i < segments.size(); ++i)
            merge(merged, segments[i]);
        QCOMPARE(merged.min, all.min);
        QCOMPARE(merged.max, all.max);
        QCOMPARE(merged.count, all.count);
        QCOMPARE(merged.not_finite, all.not_finite);
        QVERIFY(test::same(merged.last, all.last));

        const auto back = read_summaries(write_summaries(segments));
        QCOMPARE(back.size(), segments.size());
        for (std::size_t i = 0; i < back.size(); ++i) {
            QVERIFY(test::same(back[i].first, segments[i].first) &&
                    test::same(back[i].last, segments[i].last));
            QVERIFY(test::bits(back[i].min) == test::bits(segments[i].min) &&
                    back[i].count == segments[i].count);
        }
    }

    void noFiniteLoss() {
        std::vector<StepPoint> points(3);
        for (StepPoint& p : points)
            p.loss = not_measured;
        const CurveBucket bucket = summarise(points);
        QVERIFY(std::isnan(bucket.min) && std::isnan(bucket.max));
        QCOMPARE(bucket.not_finite, 3);
    }
};

QTEST_GUILESS_MAIN(TestHistoryChunk)
#include "test_history_chunk.moc"
