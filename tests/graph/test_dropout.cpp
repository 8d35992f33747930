// SPDX-License-Identifier: Apache-2.0
// Which elements dropout keeps: as its header says, and independent of how a batch is split.
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "engine/graph/ops/dropout.h"

using namespace laptime;

namespace {

Attributes attrs(double rate, std::int64_t stream = 3) {
    return {{"rate", rate}, {"stream", stream}};
}

std::vector<bool> mask(const Attributes& a, std::vector<std::int64_t> rng, std::int64_t items,
                       std::int64_t item_size) {
    const Dropout dropout(a, rng.data(), item_size);
    std::vector<bool> kept;
    for (std::int64_t i = 0; i < items * item_size; ++i)
        kept.push_back(dropout.keeps_element(i));
    return kept;
}

} // namespace

class TestDropout : public QObject {
    Q_OBJECT

private slots:
    void usesTheCounterItSays() {
        const std::int64_t rng[] = {42, 7, 123, 5}; // seed, epoch, step, first item
        const Dropout dropout(attrs(0.25), rng, 10);
        for (std::int64_t i = 0; i < 40; ++i) {
            const std::uint64_t index = 5 * 10 + static_cast<std::uint64_t>(i);
            const auto words = philox(random_key(42, RandomUse::dropout),
                                      {static_cast<std::uint32_t>(index / 4), 123, 7, 3});
            QCOMPARE(dropout.keeps_element(i), words[index % 4] >= 0x40000000u);
        }
        QCOMPARE(dropout.scale, 4.0 / 3);
    }

    void doesNotDependOnTheSplit() {
        const auto whole = mask(attrs(0.5), {1, 2, 3, 0}, 8, 7);
        std::vector<bool> parts;
        std::int64_t first = 0;
        for (const std::int64_t items : {3, 1, 4}) {
            const auto part = mask(attrs(0.5), {1, 2, 3, first}, items, 7);
            parts.insert(parts.end(), part.begin(), part.end());
            first += items;
        }
        QCOMPARE(parts, whole);
    }

    void changesWithEverythingElse() {
        const auto first = mask(attrs(0.5), {1, 2, 3, 0}, 4, 64);
        QCOMPARE(mask(attrs(0.5), {1, 2, 3, 0}, 4, 64), first);
        QVERIFY(mask(attrs(0.5), {2, 2, 3, 0}, 4, 64) != first);
        QVERIFY(mask(attrs(0.5), {1, 3, 3, 0}, 4, 64) != first);
        QVERIFY(mask(attrs(0.5), {1, 2, 4, 0}, 4, 64) != first);
        QVERIFY(mask(attrs(0.5), {1, 2, 3, 1}, 4, 64) != first);
        QVERIFY(mask(attrs(0.5, 4), {1, 2, 3, 0}, 4, 64) != first);
    }

    void keepsTheRightShare() {
        for (const double rate : {0.0, 0.1, 0.5, 0.9}) {
            const auto kept = mask(attrs(rate), {9, 0, 0, 0}, 100, 1000);
            const double share = static_cast<double>(std::ranges::count(kept, true)) / 100000;
            QVERIFY(std::abs(share - (1 - rate)) <= 5 * std::sqrt(rate * (1 - rate) / 100000));
        }
    }

    void indicesBeyond32BitsDiffer() {
        // Items of 2^20 elements: L passes 2^34, where the low word of the block starts again from 0.
        const auto low = mask(attrs(0.5), {1, 0, 0, 0}, 1, 1 << 10);
        const std::int64_t far[] = {1, 0, 0, 1 << 14};
        const Dropout dropout(attrs(0.5), far, 1 << 20);
        QCOMPARE(dropout.first, std::uint64_t{1} << 34);
        std::vector<bool> high;
        for (std::int64_t i = 0; i < 1 << 10; ++i)
            high.push_back(dropout.keeps_element(i));
        QVERIFY(high != low);
    }
};

QTEST_GUILESS_MAIN(TestDropout)
#include "test_dropout.moc"
