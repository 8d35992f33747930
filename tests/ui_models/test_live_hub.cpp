// SPDX-License-Identifier: GPL-3.0-or-later
// The hub: what runs tell on their threads arrives as coalesced signals on the screen's thread, in order,
// whoever is taken apart first.
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <thread>

#include "ui/models/live_hub.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

RunStart startOf(std::int64_t batch) {
    RunStart start;
    start.name = "run";
    start.global_batch = batch;
    start.total_steps = 100;
    return start;
}

std::vector<StepPoint> steps(int first, int last, double ms = 10) {
    std::vector<StepPoint> points;
    for (int i = first; i <= last; ++i) {
        StepPoint point;
        point.step = i;
        point.step_ms = ms;
        point.loss = 1;
        points.push_back(point);
    }
    return points;
}

} // namespace

class TestLiveHub : public QObject {
    Q_OBJECT
private slots:
    void tellsARunInOrder() {
        LiveHub hub;
        QStringList seen;
        QThread* screen = QThread::currentThread();
        bool right = true;
        const auto note = [&](const QString& what) {
            right &= QThread::currentThread() == screen;
            seen.append(what);
        };
        connect(&hub, &LiveHub::started, this, [&] { note(QStringLiteral("start")); });
        connect(&hub, &LiveHub::stepsArrived, this, [&](RunId, const std::vector<StepPoint>& points) {
            note(QStringLiteral("%1 steps").arg(points.size()));
        });
        connect(&hub, &LiveHub::epochsArrived, this, [&] { note(QStringLiteral("epoch")); });
        connect(&hub, &LiveHub::warned, this, [&] { note(QStringLiteral("warning")); });
        connect(&hub, &LiveHub::ended, this, [&](RunId run, const RunEnd& end, bool thinned) {
            note(QStringLiteral("end %1 %2 %3").arg(run).arg(end.steps).arg(thinned));
        });
        connect(&hub, &LiveHub::ticked, this, [&] { note(QStringLiteral("tick")); });
        const auto factory = hub.observerFactory();
        std::thread worker([&] {
            auto observer = factory(5);
            observer->on_start(startOf(128));
            for (const StepPoint& point : steps(1, 10))
                observer->on_steps({&point, 1});
            observer->on_warning({"code", "text"});
            observer->on_epoch({});
            RunEnd end;
            end.steps = 10;
            observer->on_end(end);
        });
        worker.join();
        hub.drain();
        QCOMPARE(seen, QStringList({QStringLiteral("start"), QStringLiteral("10 steps"),
                                    QStringLiteral("epoch"), QStringLiteral("warning"),
                                    QStringLiteral("end 5 10 0"), QStringLiteral("tick")}));
        QVERIFY(right);
        QVERIFY(hub.liveRuns().isEmpty());
        hub.drain();
        QCOMPARE(seen.size(), 6); // nothing new, no tick
    }

    void drainsByItself() {
        LiveHub hub;
        QSignalSpy ended(&hub, &LiveHub::ended);
        const auto factory = hub.observerFactory();
        std::thread worker([&] {
            auto observer = factory(1);
            observer->on_start(startOf(1));
            observer->on_end({});
        });
        QTRY_COMPARE(ended.size(), 1);
        worker.join();
    }

    void knowsTheLiveState() {
        LiveHub hub;
        auto observer = hub.observerFactory()(3);
        observer->on_start(startOf(128));
        observer->on_steps(steps(1, 100));        // 12,800 samples/s
        observer->on_steps(steps(101, 120, 500)); // hiccups do not move the median
        EpochPoint epoch;
        epoch.val_accuracy = 0.9;
        observer->on_epoch(epoch);
        hub.drain();
        const LiveRun* live = hub.live(3);
        QVERIFY(live);
        QCOMPARE(live->samplesPerSecond, 12'800.0);
        QCOMPARE(live->last.step, 120);
        QCOMPARE(live->lastEpoch->val_accuracy, 0.9);
        observer->on_status(RunStatus::paused);
        QSignalSpy status(&hub, &LiveHub::statusChanged);
        hub.drain();
        QCOMPARE(hub.live(3)->status, RunStatus::paused);
        QCOMPARE(status.size(), 1);
        observer.reset(); // without an end: the worker died
        hub.drain();
        QVERIFY(!hub.live(3));
    }

    void saysWhenStepsWereThinned() {
        LiveHub hub;
        bool told = false;
        connect(&hub, &LiveHub::ended, this, [&](RunId, const RunEnd&, bool thinned) { told = thinned; });
        auto observer = hub.observerFactory()(3);
        observer->on_start(startOf(1));
        for (int i = 0; i < 40; ++i)
            observer->on_steps(steps(1 + 1000 * i, 1000 + 1000 * i));
        observer->on_end({});
        hub.drain();
        QVERIFY(told);
    }

    void observersMayOutliveTheHub() {
        auto hub = std::make_unique<LiveHub>();
        const auto factory = hub->observerFactory();
        auto observer = factory(1);
        hub.reset();
        observer->on_start(startOf(1));
        observer->on_end({});
        QVERIFY(!factory(2));
    }
};

QTEST_GUILESS_MAIN(TestLiveHub)
#include "test_live_hub.moc"
