// SPDX-License-Identifier: GPL-3.0-or-later
// The ring between a run's thread and the screen: nothing is lost while there is room, events never are, and
// the producer gets on whatever the consumer does.
#include <QTest>

#include <cmath>
#include <thread>

#include "ui/models/live_ring.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

StepPoint step(std::int64_t number, double loss = 1.0) {
    StepPoint point;
    point.step = number;
    point.loss = loss;
    return point;
}

} // namespace

class TestLiveRing : public QObject {
    Q_OBJECT
private slots:
    void keepsEverythingWhileThereIsRoom() {
        LiveRing ring(7, 64);
        for (int i = 1; i <= 30; ++i) {
            const StepPoint one = step(i);
            ring.push_steps({&one, 1});
        }
        const LiveBatch batch = ring.drain();
        QCOMPARE(batch.steps.size(), std::size_t{30});
        QCOMPARE(batch.steps.front().step, 1);
        QCOMPARE(batch.steps.back().step, 30);
        QCOMPARE(batch.thinned, std::uint64_t{0});
        QVERIFY(ring.drain().empty());
    }

    void goesOnWithoutAnyConsumer() {
        // The proof that the producer never waits: nobody drains, and everything returns.
        LiveRing ring(1, 256);
        std::vector<StepPoint> execution;
        for (int i = 0; i < 100; ++i)
            execution.push_back(step(0));
        std::int64_t number = 0;
        for (int i = 0; i < 10'000; ++i) {
            for (StepPoint& point : execution)
                point.step = ++number;
            ring.push_steps(execution);
        }
        EpochPoint epoch;
        for (int i = 1; i <= 1000; ++i) {
            epoch.epoch = i;
            ring.push_event(epoch);
        }
        ring.push_event(RunEnd{});
        const LiveBatch batch = ring.drain();
        QCOMPARE(batch.events.size(), std::size_t{1001});
        QVERIFY(std::holds_alternative<RunEnd>(batch.events.back()));
        QVERIFY(batch.steps.size() <= 256);
        QCOMPARE(batch.thinned + batch.steps.size(), std::uint64_t{1'000'000});
    }

    void thinsEvenlyBeforeItIsFull() {
        LiveRing ring(1, 1024);
        for (int i = 1; i <= 2000; ++i) {
            const StepPoint one = step(i);
            ring.push_steps({&one, 1});
        }
        const LiveBatch batch = ring.drain();
        // Up to half full every step, then every fourth, then every sixteenth: the curve goes on, coarser.
        QVERIFY(batch.steps.size() < 1024);
        QVERIFY(batch.steps.back().step > 1900);
        QCOMPARE(batch.thinned, 2000 - batch.steps.size());
    }

    void aLossThatIsNotFiniteIsNotThinnedOut() {
        LiveRing ring(1, 64);
        for (int i = 1; i <= 60; ++i) {
            const StepPoint one = step(i, i == 50 ? std::nan("") : 1.0);
            ring.push_steps({&one, 1});
        }
        const LiveBatch batch = ring.drain();
        QVERIFY(batch.thinned > 0);
        const auto bad = std::count_if(batch.steps.begin(), batch.steps.end(),
                                       [](const StepPoint& point) { return std::isnan(point.loss); });
        QCOMPARE(bad, 1);
    }

    void theNewestStepComesWithAnEvent() {
        LiveRing ring(1, 64);
        for (int i = 1; i <= 47; ++i) { // the last few are thinned to every fourth
            const StepPoint one = step(i);
            ring.push_steps({&one, 1});
        }
        ring.push_event(RunEnd{});
        const LiveBatch batch = ring.drain();
        QVERIFY(batch.thinned > 0);
        QCOMPARE(batch.steps.back().step, 47);
    }

    void isFullSpeedAgainAfterADrain() {
        LiveRing ring(1, 64);
        for (int round = 0; round < 3; ++round) {
            for (int i = 1; i <= 60; ++i) {
                const StepPoint one = step(round * 100 + i);
                ring.push_steps({&one, 1});
            }
            const LiveBatch batch = ring.drain();
            for (std::size_t i = 0; i < 32; ++i)
                QCOMPARE(batch.steps[i].step, round * 100 + 1 + static_cast<int>(i));
        }
    }

    void twoThreads() {
        constexpr int steps = 200'000, epochEvery = 1000;
        LiveRing ring(1, 512);
        std::thread producer([&] {
            for (int i = 1; i <= steps; ++i) {
                const StepPoint one = step(i);
                ring.push_steps({&one, 1});
                if (i % epochEvery == 0) {
                    EpochPoint epoch;
                    epoch.epoch = i / epochEvery;
                    epoch.step = i;
                    ring.push_event(epoch);
                }
            }
            ring.push_event(RunEnd{});
            ring.close();
        });
        std::int64_t last = 0, epochs = 0, received = 0;
        std::uint64_t thinned = 0;
        bool ended = false, over = false;
        while (!over) {
            over = ring.closed();
            const LiveBatch batch = ring.drain();
            for (const StepPoint& point : batch.steps) {
                if (point.step <= last)
                    QFAIL("a step came twice or out of order");
                last = point.step;
                ++received;
            }
            for (const LiveEvent& event : batch.events) {
                if (const auto* epoch = std::get_if<EpochPoint>(&event)) {
                    if (epoch->epoch != ++epochs)
                        QFAIL("an epoch was lost");
                }
                ended |= std::holds_alternative<RunEnd>(event);
            }
            thinned = batch.thinned;
        }
        producer.join();
        QVERIFY(ended);
        QCOMPARE(epochs, steps / epochEvery);
        QCOMPARE(received + static_cast<std::int64_t>(thinned), steps);
    }

    void costOfAStep() {
        LiveRing ring(1);
        const StepPoint one = step(1);
        QBENCHMARK {
            for (int i = 0; i < 1000; ++i)
                ring.push_steps({&one, 1});
            ring.drain();
        }
    }
};

QTEST_GUILESS_MAIN(TestLiveRing)
#include "test_live_ring.moc"
