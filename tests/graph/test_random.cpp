// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: known answers of the generator, permutations, distributions.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "engine/core/random.h"

using namespace laptime;

namespace {

using Words = std::array<std::uint32_t, 4>;

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_power(std::vector<double> values, int power) {
    for (double& value : values)
        value = std::pow(value, power);
    return mean(values);
}

} // namespace

class TestRandom : public QObject {
    Q_OBJECT

private slots:
    // The known answers published with Random123, the authors' own implementation (kat_vectors, philox4x32
    // 10).
    void philoxGivesTheKnownAnswers() {
        constexpr std::uint32_t ones = 0xFFFFFFFFu;
        QCOMPARE(philox({0, 0}, {0, 0, 0, 0}), (Words{0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}));
        QCOMPARE(philox({ones, ones}, {ones, ones, ones, ones}),
                 (Words{0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}));
        QCOMPARE(philox({0xA4093822, 0x299F31D0}, {0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344}),
                 (Words{0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}));
    }

    void keysDependOnSeedAndUse() {
        std::set<std::pair<std::uint32_t, std::uint32_t>> keys;
        for (std::uint64_t seed = 0; seed < 1000; ++seed)
            for (const RandomUse use : {RandomUse::initial_weights, RandomUse::shuffle, RandomUse::dropout,
                                        RandomUse::augmentation, RandomUse::split, RandomUse::synthetic}) {
                const RandomKey key = random_key(seed, use);
                keys.insert({key.low, key.high});
            }
        QCOMPARE(keys.size(), std::size_t{6000});
    }

    void permutationsHoldEveryNumberOnce() {
        for (const std::uint32_t count : {0u, 1u, 2u, 7u, 1000u}) {
            std::vector<std::uint32_t> order = random_permutation(3, RandomUse::shuffle, 1, count);
            QCOMPARE(order.size(), std::size_t{count});
            std::ranges::sort(order);
            for (std::uint32_t i = 0; i < count; ++i)
                QCOMPARE(order[i], i);
        }
    }

    void permutationsDependOnSeedUseAndStreamAlone() {
        const auto order = random_permutation(3, RandomUse::shuffle, 1, 100);
        QCOMPARE(random_permutation(3, RandomUse::shuffle, 1, 100), order);
        QVERIFY(random_permutation(4, RandomUse::shuffle, 1, 100) != order);
        QVERIFY(random_permutation(3, RandomUse::split, 1, 100) != order);
        QVERIFY(random_permutation(3, RandomUse::shuffle, 2, 100) != order);
    }

    // All 24 orders of 4 things within 5 standard deviations of equally often.
    void permutationsAreEven() {
        std::map<std::vector<std::uint32_t>, int> seen;
        constexpr int draws = 24000;
        for (std::uint32_t stream = 0; stream < draws; ++stream)
            ++seen[random_permutation(11, RandomUse::shuffle, stream, 4)];
        QCOMPARE(seen.size(), std::size_t{24});
        for (const auto& [order, times] : seen)
            QVERIFY2(std::abs(times - 1000) < 5 * std::sqrt(1000.0 * 23 / 24), std::to_string(times).c_str());
    }

    void uniformNumbersAreUniform() {
        const auto values = random_uniform(1, RandomUse::synthetic, 0, 100001, -2, 3);
        QCOMPARE(values.size(), std::size_t{100001});
        QVERIFY(*std::ranges::min_element(values) >= -2 && *std::ranges::max_element(values) < 3);
        QVERIFY(std::abs(mean(values) - 0.5) < 5 * 5 / std::sqrt(12.0 * 100001));
        QVERIFY(std::abs(mean_power(values, 2) - (27.0 + 8) / 15) < 0.05);
    }

    void normalNumbersAreNormal() {
        const auto values = random_normal(1, RandomUse::initial_weights, 0, 100001);
        QCOMPARE(values.size(), std::size_t{100001});
        QVERIFY(std::ranges::all_of(values, [](double x) { return std::isfinite(x); }));
        const double n = std::sqrt(100001.0);
        QVERIFY(std::abs(mean(values)) < 5 / n);
        QVERIFY(std::abs(mean_power(values, 2) - 1) < 5 * std::sqrt(2.0) / n);
        QVERIFY(std::abs(mean_power(values, 3)) < 5 * std::sqrt(15.0) / n);
        QVERIFY(std::abs(mean_power(values, 4) - 3) < 5 * std::sqrt(96.0) / n);
    }

    void aShorterDrawIsTheBeginningOfALongerOne() {
        const auto shorter = random_normal(9, RandomUse::initial_weights, 4, 7);
        auto longer = random_normal(9, RandomUse::initial_weights, 4, 30);
        longer.resize(7);
        QCOMPARE(longer, shorter);
    }
};

QTEST_GUILESS_MAIN(TestRandom)
#include "test_random.moc"
