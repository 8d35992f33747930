// SPDX-License-Identifier: Apache-2.0
// The memory plan: buffers that live at the same time never overlap, and the arena is no larger than it must
// be.
#include <QtTest>

#include "engine/core/random.h"
#include "engine/passes/memory_plan.h"

using namespace laptime;

class TestMemoryPlan : public QObject {
    Q_OBJECT

private slots:
    void disjointLivesShareOnePlace() {
        const MemoryPlan plan = plan_memory({{100, 0, 1}, {100, 2, 3}, {60, 4, 9}});
        QCOMPARE(plan.total, std::size_t{128});
        for (const std::size_t offset : plan.offsets)
            QCOMPARE(offset, std::size_t{0});
    }

    void neighboursInTimeDoNotShare() {
        // The last use of one is at the node that makes the other: both are in use there.
        const MemoryPlan plan = plan_memory({{64, 0, 2}, {64, 2, 3}});
        QCOMPARE(plan.total, std::size_t{128});
    }

    void gapsAreUsed() {
        const MemoryPlan plan = plan_memory({{256, 0, 9}, {128, 0, 1}, {64, 0, 9}, {128, 2, 9}});
        QCOMPARE(plan.total, std::size_t{448});
    }

    void randomPlansNeverOverlap() {
        for (std::uint32_t round = 0; round < 50; ++round) {
            const auto sizes = random_uniform(7, RandomUse::synthetic, 3 * round, 40, 1, 5000);
            const auto starts = random_uniform(7, RandomUse::synthetic, 3 * round + 1, 40, 0, 60);
            const auto lives = random_uniform(7, RandomUse::synthetic, 3 * round + 2, 40, 0, 15);
            std::vector<PlannedBuffer> buffers;
            for (std::size_t i = 0; i < sizes.size(); ++i)
                buffers.push_back({static_cast<std::size_t>(sizes[i]), static_cast<int>(starts[i]),
                                   static_cast<int>(starts[i] + lives[i])});
            const MemoryPlan plan = plan_memory(buffers);
            std::size_t peak = 0;
            for (int t = 0; t < 80; ++t) {
                std::size_t live = 0;
                for (const auto& b : buffers)
                    live += b.first <= t && t <= b.last ? b.bytes : 0;
                peak = std::max(peak, live);
            }
            QVERIFY(plan.total >= peak);
            for (std::size_t i = 0; i < buffers.size(); ++i) {
                QCOMPARE(plan.offsets[i] % 64, std::size_t{0});
                QVERIFY(plan.offsets[i] + buffers[i].bytes <= plan.total);
                for (std::size_t j = i + 1; j < buffers.size(); ++j) {
                    const bool same_time =
                        buffers[i].first <= buffers[j].last && buffers[j].first <= buffers[i].last;
                    const bool overlap = plan.offsets[i] < plan.offsets[j] + buffers[j].bytes &&
                                         plan.offsets[j] < plan.offsets[i] + buffers[i].bytes;
                    QVERIFY(!(same_time && overlap));
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestMemoryPlan)
#include "test_memory_plan.moc"
