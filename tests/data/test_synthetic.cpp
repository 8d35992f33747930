// SPDX-License-Identifier: Apache-2.0
// Made-up data: the same whenever and however it is read, and such that something can be learnt from it.
#include <QTest>
#include <algorithm>

#include "engine/data/dataset.h"
#include "tests/data/all_items.h"

using namespace laptime;
using namespace laptime::tests;

namespace {

using Bytes = std::vector<unsigned char>;

} // namespace

class TestSynthetic : public QObject {
    Q_OBJECT

private slots:
    void sizes_and_repetition() {
        const DataSplit split = open_dataset(options_of("synthetic:8x6x3/4/500", 0.1, 1));
        QCOMPARE(split.train->size(), 500);
        QCOMPARE(split.validation->size(), 100);
        QCOMPARE(split.train->classes(), 4);
        QCOMPARE(split.train->sample().bytes(), std::size_t{144});
        QCOMPARE(open_dataset(options_of("synthetic:8x6x3/4", 0.1, 1)).train->size(), 10000);
        QCOMPARE(open_dataset(options_of("synthetic:8x6x3/4", 0.1, 1)).validation->size(), 2000);
        // The same whatever the seed of the run, and in whatever order it is read.
        const Items items = all_of(*split.train);
        const DataSplit again = open_dataset(options_of("synthetic:8x6x3/4/500", 0.1, 77));
        QCOMPARE(all_of(*again.train).samples, items.samples);
        QCOMPARE(again.fingerprint, split.fingerprint);
        QVERIFY(open_dataset(options_of("synthetic:8x6x3/4/501", 0.1, 1)).fingerprint != split.fingerprint);
        const std::vector<std::uint32_t> one{123};
        Bytes sample(144);
        std::int32_t label = -1;
        split.train->read(one, {}, sample.data(), &label);
        QVERIFY(std::equal(sample.begin(), sample.end(), items.samples.begin() + 123 * 144));
        QCOMPARE(label, items.labels[123]);
        QVERIFY(all_of(*split.validation).samples !=
                Bytes(items.samples.begin(), items.samples.begin() + 100 * 144));
        const DataSummary summary = summarize_dataset(options_of("synthetic:8x6x3/4/500", 0.1));
        QCOMPARE(summary.train_size, 500);
        QCOMPARE(summary.validation_size, 100);
        QCOMPARE(summary.target.classes, 4);
    }

    /// Can be learnt: the mean image of each class in the training part tells the test part's classes, and
    /// noise makes single samples hard to tell.
    void can_be_learnt() {
        const DataSplit split = open_dataset(options_of("synthetic:10x10x1/6/1200", 0.1, 1));
        const Items train = all_of(*split.train), test = all_of(*split.validation);
        std::vector<std::vector<double>> mean(6, std::vector<double>(100));
        for (std::size_t i = 0; i < 1200; ++i)
            for (std::size_t p = 0; p < 100; ++p)
                mean[static_cast<std::size_t>(train.labels[i])][p] += train.samples[i * 100 + p] / 200.0;
        int right = 0;
        for (std::size_t i = 0; i < 240; ++i) {
            const auto distance = [&](const std::vector<double>& to) {
                double sum = 0;
                for (std::size_t p = 0; p < 100; ++p)
                    sum += (test.samples[i * 100 + p] - to[p]) * (test.samples[i * 100 + p] - to[p]);
                return sum;
            };
            const auto best = std::min_element(mean.begin(), mean.end(), [&](const auto& a, const auto& b) {
                return distance(a) < distance(b);
            });
            right += best - mean.begin() == test.labels[i];
        }
        QVERIFY2(right > 228, qPrintable(QString("%1 of 240").arg(right)));
    }
};

QTEST_GUILESS_MAIN(TestSynthetic)
#include "test_synthetic.moc"
