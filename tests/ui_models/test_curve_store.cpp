// SPDX-License-Identifier: GPL-3.0-or-later
// Curves from the history and from live runs come together without a gap, a double or a point of a past that
// was redone.
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "tests/history/made_runs.h"
#include "ui/models/curve_store.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

std::vector<StepPoint> steps(int first, int last) {
    std::vector<StepPoint> points;
    for (int i = first; i <= last; ++i) {
        StepPoint point;
        point.step = i;
        point.samples = 10 * i;
        point.step_ms = 10;
        point.data_ms = 2;
        point.collective_ms = 1;
        point.wall_s = 1 + 0.01 * i;
        point.loss = 1.0 / i;
        points.push_back(point);
    }
    return points;
}

RunStart startFrom(std::int64_t step) {
    RunStart start;
    start.first_step = step;
    start.global_batch = 10;
    start.steps_per_epoch = 50;
    return start;
}

} // namespace

class TestCurveStore : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    RunId m_finished = 0, m_running = 0;
    made::Run m_made;

    QString path() const { return m_folder.filePath(QStringLiteral("history.db")); }

private slots:
    void initTestCase() {
        const auto history = History::open(path().toStdString());
        const Experiment experiment = made::experiment(0);
        m_made = made::run(experiment, 1500);
        m_finished = history->add_run(experiment, {});
        history->begin(m_finished, m_made.start, {}, "", "", "");
        history->append(m_finished, m_made.steps, m_made.epochs, {});
        history->end(m_finished, m_made.end);
        m_running = history->add_run(experiment, {});
        history->begin(m_running, startFrom(0), {}, "", "", "");
        history->append(m_running, steps(1, 100), {}, {});
    }

    void loadsAFinishedRun() {
        HistoryService service(path());
        service.start();
        CurveStore store(&service, nullptr);
        QSignalSpy changed(&store, &CurveStore::changed);
        store.want({m_finished});
        QTRY_COMPARE(changed.size(), 1);
        const RunCurve* curve = store.curve(m_finished);
        QVERIFY(curve && curve->loaded && curve->timeIsFinal && !curve->summary);
        QCOMPARE(curve->points.size(), m_made.steps.size());
        QCOMPARE(curve->points.back().loss, m_made.steps.back().loss);
        QCOMPARE(curve->epochs.size(), m_made.epochs.size());
        QCOMPARE(timeAccount(*curve).compute, m_made.end.time.compute);
        store.want({m_finished});
        QVERIFY(!store.isLoading(m_finished)); // once is enough
    }

    void aLongRunComesAsItsSummary() {
        RunId run = 0;
        const Experiment experiment = made::experiment(2);
        made::Run longRun = made::run(experiment, 60'000);
        longRun.steps[40'000].loss = 77;           // a spike that a summary must not lose
        longRun.steps[50'000].loss = not_measured; // nor a mark
        {
            const auto history = History::open(path().toStdString());
            run = history->add_run(experiment, {});
            history->begin(run, longRun.start, {}, "", "", "");
            history->append(run, longRun.steps, longRun.epochs, {});
            history->end(run, longRun.end);
        }
        HistoryService service(path());
        service.start();
        CurveStore store(&service, nullptr);
        store.want({run});
        QTRY_VERIFY_WITH_TIMEOUT(store.curve(run), 30'000);
        const RunCurve& curve = *store.curve(run);
        QVERIFY(curve.summary);
        QVERIFY(curve.points.size() <= 50'000);
        QCOMPARE(curve.points.front().step, 1);
        QCOMPARE(curve.points.back().step, 60'000);
        QVERIFY(std::is_sorted(curve.points.begin(), curve.points.end(),
                               [](const StepPoint& a, const StepPoint& b) { return a.step < b.step; }));
        const auto with = [&](auto rule) {
            return std::any_of(curve.points.begin(), curve.points.end(), rule);
        };
        QVERIFY(with([](const StepPoint& point) { return point.loss == 77; }));
        QVERIFY(with([](const StepPoint& point) { return std::isnan(point.loss); }));
    }

    void tellsWhatCannotBeLoaded() {
        HistoryService service(path());
        service.start();
        CurveStore store(&service, nullptr);
        QSignalSpy failed(&store, &CurveStore::failed);
        store.want({999});
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!failed[0][1].toString().isEmpty());
        QVERIFY(!store.isLoading(999));
    }

    void liveAndStoredPointsMeet() {
        HistoryService service(path());
        service.start();
        LiveHub hub;
        CurveStore store(&service, &hub);
        auto observer = hub.observerFactory()(m_running);
        observer->on_start(startFrom(100)); // what came before is in the history only
        observer->on_steps(steps(101, 120));
        hub.drain();
        store.want({m_running});
        QTRY_VERIFY(store.curve(m_running) && store.curve(m_running)->loaded);
        observer->on_steps(steps(121, 130));
        hub.drain();
        const RunCurve* curve = store.curve(m_running);
        QCOMPARE(curve->points.size(), std::size_t{130});
        for (std::size_t i = 0; i < curve->points.size(); ++i)
            QCOMPARE(curve->points[i].step, static_cast<int>(i) + 1);
        QVERIFY(!curve->timeIsFinal);
    }

    void resumingForgetsWhatIsDoneAgain() {
        LiveHub hub;
        CurveStore store(nullptr, &hub);
        auto observer = hub.observerFactory()(1);
        observer->on_start(startFrom(0));
        observer->on_steps(steps(1, 80));
        EpochPoint epoch;
        epoch.epoch = 1;
        epoch.step = 50;
        observer->on_epoch(epoch);
        RunEnd end;
        end.status = RunStatus::stopped;
        observer->on_end(end);
        observer.reset();
        hub.drain();
        QCOMPARE(store.curve(1)->points.size(), std::size_t{80});
        QCOMPARE(store.curve(1)->status, RunStatus::stopped);
        const int generation = store.curve(1)->generation;

        observer = hub.observerFactory()(1);
        observer->on_start(startFrom(40));
        observer->on_steps(steps(41, 45));
        hub.drain();
        QCOMPARE(store.curve(1)->points.size(), std::size_t{45});
        QVERIFY(store.curve(1)->epochs.empty());
        QVERIFY(store.curve(1)->generation > generation);
        QVERIFY(!store.curve(1)->timeIsFinal);
    }

    void unwantedCurvesAreDroppedButLiveOnes() {
        LiveHub hub;
        CurveStore store(nullptr, &hub);
        auto observer = hub.observerFactory()(1000);
        observer->on_start(startFrom(0));
        hub.drain();
        for (RunId run = 1; run <= 60; ++run) {
            RunCurve curve;
            curve.run = run;
            store.put(std::move(curve));
            store.want({run});
        }
        store.want({60});
        QVERIFY(store.curve(60));
        QVERIFY(store.curve(59)); // a second look is instant
        QVERIFY(!store.curve(1));
        QVERIFY(store.curve(1000));
    }

    void timeFromPoints() {
        RunCurve curve;
        curve.points = steps(1, 101);
        EpochPoint epoch;
        epoch.epoch = 1;
        epoch.eval_s = 0.2;
        curve.epochs.push_back(epoch);
        const TimeAccount time = timeAccount(curve);
        QCOMPARE(time.startup, 1.01);
        QCOMPARE(time.evaluation, 0.2);
        const double training = curve.points.back().wall_s - 1.01 - 0.2;
        QVERIFY(qAbs(time.data - training * 0.2) < 1e-9);
        QVERIFY(qAbs(time.collective - training * 0.1) < 1e-9);
        QVERIFY(qAbs(time.compute - training * 0.7) < 1e-9);
        QCOMPARE(timeAccount(RunCurve()).compute, 0.0);
    }
};

QTEST_GUILESS_MAIN(TestCurveStore)
#include "test_curve_store.moc"
