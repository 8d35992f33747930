// SPDX-License-Identifier: Apache-2.0
// The queue: order, all devices or none, stop and pause in every state, resumption, and that closing leaves
// every run ended and every point stored.
#include <QtTest>

#include <QTemporaryDir>
#include <atomic>
#include <mutex>
#include <thread>

#include "engine/core/clock.h"
#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/history/sqlite.h"
#include "engine/schedule/recorded_run.h"
#include "engine/schedule/scheduler.h"

using namespace laptime;

namespace {

/// A run of many short steps: it ends only when it is told to.
Experiment endless(const std::string& name, const std::string& device = "cpu:0") {
    return parse_experiment(R"(
[data]
dataset = "synthetic:4x4x1/3/64"
[model]
library = "mlp"
hidden = [4]
[speed]
global_batch = 8
threads_per_device = 1
[train]
epochs = 1000000
)",
                            {{"name", "\"" + name + "\""}, {"speed.devices", "[\"" + device + "\"]"}});
}

Experiment brief(const std::string& name) {
    Experiment experiment = endless(name);
    experiment.train.epochs = 2;
    return experiment;
}

template <typename Condition>
bool eventually(Condition condition, double seconds = 30) {
    const double end = monotonic_seconds() + seconds;
    while (monotonic_seconds() < end) {
        if (condition())
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return condition();
}

RunStatus status_in_queue(const Scheduler& scheduler, RunId id) {
    for (const QueueEntry& entry : scheduler.queue())
        if (entry.id == id)
            return entry.status;
    return RunStatus::finished;
}

bool trains(const Scheduler& scheduler, RunId id) {
    for (const QueueEntry& entry : scheduler.queue())
        if (entry.id == id)
            return entry.status == RunStatus::running && entry.step > 3;
    return false;
}

} // namespace

class TestScheduler : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    std::string path_;

    RunRow row(RunId id) { return History::open(path_)->run(id).row; }

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        path_ = folder_->filePath("history.db").toStdString();
    }

    void oneAfterTheOther() {
        Scheduler scheduler(path_);
        const RunId a = scheduler.launch(endless("a")).front();
        const RunId b = scheduler.launch(endless("b")).front();
        QVERIFY(eventually([&] { return trains(scheduler, a); }));
        QCOMPARE(status_in_queue(scheduler, b), RunStatus::queued);
        scheduler.stop(a);
        QVERIFY(eventually([&] { return trains(scheduler, b); }));
        scheduler.stop(b);
        scheduler.wait_until_idle();
        QVERIFY(scheduler.idle());
    }

    void repeatsGetTheirOwnSeedsAndOneGroup() {
        Experiment experiment = brief("repeated");
        experiment.train.repeats = 3;
        experiment.train.seed = 40;
        std::vector<RunId> ids;
        {
            Scheduler scheduler(path_);
            ids = scheduler.launch(experiment);
            QCOMPARE(ids.size(), std::size_t{3});
            scheduler.wait_until_idle();
        }
        for (std::size_t i = 0; i < ids.size(); ++i) {
            QCOMPARE(row(ids[i]).seed, std::uint64_t{40 + i});
            QCOMPARE(row(ids[i]).group, ids.front());
            QCOMPARE(row(ids[i]).status, RunStatus::finished);
        }
    }

    void devicesWorkSideBySide() {
        Scheduler scheduler(path_);
        const RunId a = scheduler.launch(endless("a", "cpu:0")).front();
        const RunId b = scheduler.launch(endless("b", "cpu:1")).front();
        QVERIFY(eventually([&] { return trains(scheduler, a) && trains(scheduler, b); }));
    }

    void waitingRunsCanBeMovedAndStopped() {
        Scheduler scheduler(path_);
        const RunId running = scheduler.launch(endless("running")).front();
        const RunId b = scheduler.launch(brief("b")).front(), c = scheduler.launch(brief("c")).front(),
                    d = scheduler.launch(brief("d")).front();
        QVERIFY(eventually([&] { return trains(scheduler, running); }));
        scheduler.move(d, -5);
        scheduler.stop(b);
        scheduler.stop(b);
        std::vector<RunId> order;
        for (const QueueEntry& entry : scheduler.queue())
            order.push_back(entry.id);
        QCOMPARE(order, (std::vector<RunId>{running, d, c}));
        scheduler.stop(running);
        scheduler.wait_until_idle();
    }

    void stopTakesEffectSoon() {
        Scheduler scheduler(path_);
        const RunId id = scheduler.launch(endless("a")).front();
        QVERIFY(eventually([&] { return trains(scheduler, id); }));
        for (int i = 0; i < 3; ++i)
            scheduler.stop(id);
        scheduler.wait_until_idle();
        scheduler.stop(id); // of an ended run: nothing
        scheduler.stop(987654);
    }

    void pauseAndGoOn() {
        Scheduler scheduler(path_);
        const RunId id = scheduler.launch(endless("a")).front();
        QVERIFY(eventually([&] { return trains(scheduler, id); }));
        scheduler.pause(id);
        QVERIFY(eventually([&] { return status_in_queue(scheduler, id) == RunStatus::paused; }));
        const auto step = [&] { return scheduler.queue().front().step; };
        const auto before = step();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        QCOMPARE(step(), before);
        scheduler.unpause(id);
        QVERIFY(eventually([&] { return step() > before; }));
        scheduler.pause(id);
        QVERIFY(eventually([&] { return status_in_queue(scheduler, id) == RunStatus::paused; }));
        scheduler.stop(id); // a paused run can be stopped
        scheduler.wait_until_idle();
    }

    void everyStepIsInTheHistory() {
        Experiment experiment = brief("counted");
        experiment.train.epochs = 25;
        experiment.speed.steps_per_execution = 3;
        RunId id = 0;
        {
            Scheduler scheduler(path_);
            id = scheduler.launch(experiment).front();
            scheduler.wait_until_idle();
        }
        const auto history = History::open(path_);
        const std::vector<StepPoint> steps = history->steps(id);
        QCOMPARE(steps.size(), static_cast<std::size_t>(history->run(id).end->steps));
        for (std::size_t i = 0; i < steps.size(); ++i)
            QCOMPARE(steps[i].step, static_cast<std::int64_t>(i + 1));
        QCOMPARE(history->epochs(id).size(), std::size_t{25});
    }

    void closingInterruptsResumably() {
        RunId running = 0, waiting = 0;
        {
            Scheduler scheduler(path_);
            running = scheduler.launch(endless("running")).front();
            waiting = scheduler.launch(endless("waiting")).front();
            QVERIFY(eventually([&] { return trains(scheduler, running); }));
        }
        QCOMPARE(row(running).status, RunStatus::interrupted);
        QVERIFY(row(running).resumable);
        QCOMPARE(row(waiting).status, RunStatus::interrupted);
        {
            Scheduler scheduler(path_);
            const auto before = row(running).steps;
            scheduler.resume(running);
            QVERIFY(eventually([&] {
                const auto queue = scheduler.queue();
                return !queue.empty() && queue.front().step > before;
            }));
            scheduler.stop(running);
            scheduler.wait_until_idle();
            scheduler.resume(waiting); // it never started: it begins at its first step
            QVERIFY(eventually([&] { return trains(scheduler, waiting); }));
            scheduler.stop(waiting);
            scheduler.wait_until_idle();
        }
        const auto steps = History::open(path_)->steps(running);
        for (std::size_t i = 0; i < steps.size(); ++i)
            QCOMPARE(steps[i].step, static_cast<std::int64_t>(i + 1)); // no step is missing or there twice
    }

    void whatWasStoredSurvivesAResumptionThatNeverTrains() {
        RunId id = 0;
        {
            Scheduler scheduler(path_);
            id = scheduler.launch(endless("a")).front();
            QVERIFY(eventually([&] { return trains(scheduler, id); }));
            scheduler.stop(id);
            scheduler.wait_until_idle();
        }
        const auto stored = [&] {
            const auto history = History::open(path_);
            const RunDetails details = history->run(id);
            return std::tuple{details.row.steps, details.row.wall_s, details.end->samples,
                              history->steps(id).size()};
        };
        const auto before = stored();
        QVERIFY(std::get<0>(before) > 0);
        {
            // Stopped again while it waits behind another run, …
            Scheduler scheduler(path_);
            const RunId other = scheduler.launch(endless("other")).front();
            QVERIFY(eventually([&] { return trains(scheduler, other); }));
            scheduler.resume(id);
            scheduler.stop(id);
        }
        QCOMPARE(row(id).status, RunStatus::stopped);
        QVERIFY(stored() == before);
        {
            // … and with a checkpoint that cannot be read.
            QFile checkpoint(QString::fromStdString(artifacts_folder(path_, id) + "/last.ckpt"));
            QVERIFY(checkpoint.resize(100));
            Scheduler scheduler(path_);
            scheduler.resume(id);
            scheduler.wait_until_idle();
        }
        QCOMPARE(row(id).status, RunStatus::failed);
        QVERIFY(QString::fromStdString(row(id).error).contains("last.ckpt"));
        QVERIFY(stored() == before);
    }

    void closingAPausedRunDoesNotHang() {
        RunId id = 0;
        {
            Scheduler scheduler(path_);
            id = scheduler.launch(endless("a")).front();
            QVERIFY(eventually([&] { return trains(scheduler, id); }));
            scheduler.pause(id);
            QVERIFY(eventually([&] { return status_in_queue(scheduler, id) == RunStatus::paused; }));
        }
        QCOMPARE(row(id).status, RunStatus::interrupted);
    }

    void waitingIsNotStartUp() {
        Scheduler scheduler(path_);
        const RunId a = scheduler.launch(endless("a")).front();
        const RunId b = scheduler.launch(brief("b")).front();
        QVERIFY(eventually([&] { return trains(scheduler, a); }));
        const double waited = monotonic_seconds();
        QVERIFY(eventually([&] { return monotonic_seconds() - waited > 0.7; }));
        const double freed = monotonic_seconds();
        scheduler.stop(a);
        scheduler.wait_until_idle();
        const double ran = monotonic_seconds() - freed;
        QVERIFY(eventually([&] { return row(b).status == RunStatus::finished; }));
        QVERIFY2(row(b).startup_s <= ran, qPrintable(QString::number(row(b).startup_s)));
        QVERIFY(row(b).wall_s <= ran);
        QVERIFY_EXCEPTION_THROWN(scheduler.resume(b),
                                 InvalidInput); // finished: there is nothing to go on with
    }

    void aBadRequestFailsAloneAndSaysWhy() {
        Experiment bad = brief("bad");
        bad.data.dataset = "idx:/nowhere";
        Scheduler scheduler(path_);
        const RunId a = scheduler.launch(bad).front(), b = scheduler.launch(brief("good")).front();
        scheduler.wait_until_idle();
        QVERIFY(eventually([&] { return row(b).status == RunStatus::finished; }));
        QCOMPARE(row(a).status, RunStatus::failed);
        QVERIFY(QString::fromStdString(row(a).error).contains("/nowhere"));
        Experiment impossible = brief("impossible");
        impossible.speed.global_batch = 0;
        QVERIFY_EXCEPTION_THROWN(scheduler.launch(impossible), InvalidExperiment);
    }

    void troubleWithTheHistoryIsToldAndNothingLost() {
        std::mutex mutex;
        std::vector<std::string> told;
        const auto last_told = [&] {
            const std::lock_guard lock(mutex);
            return told.empty() ? std::string("nothing") : told.back();
        };
        RunId id = 0;
        {
            Scheduler scheduler(path_);
            scheduler.on_trouble([&](const std::string& why) {
                const std::lock_guard lock(mutex);
                told.push_back(why);
            });
            id = scheduler.launch(endless("a")).front();
            QVERIFY(eventually([&] { return trains(scheduler, id); }));
            sqlite::Database other(path_, sqlite::Database::Mode::read_write, 5000);
            other.execute("BEGIN IMMEDIATE");
            QVERIFY(eventually([&] { return last_told() != "nothing"; }));
            QVERIFY2(last_told().find(path_) != std::string::npos, last_told().c_str());
            other.execute("COMMIT");
            QVERIFY(eventually([&] { return last_told().empty(); }));
            scheduler.stop(id);
            scheduler.wait_until_idle();
        }
        const std::vector<StepPoint> points = History::open(path_)->steps(id);
        QVERIFY(!points.empty());
        for (std::size_t i = 0; i < points.size(); ++i)
            QCOMPARE(points[i].step, std::int64_t(i) + 1);
    }

    void observersSeeTheWholeRun() {
        struct Counter : RunObserver {
            std::atomic<int>& ends;
            std::atomic<long>& steps;
            Counter(std::atomic<int>& e, std::atomic<long>& s) : ends(e), steps(s) {}
            void on_steps(std::span<const StepPoint> points) override {
                steps += static_cast<long>(points.size());
            }
            void on_end(const RunEnd&) override { ++ends; }
        };
        std::atomic<int> ends = 0;
        std::atomic<long> steps = 0;
        std::atomic<int> changes = 0;
        {
            Scheduler scheduler(path_, [&](RunId) { return std::make_unique<Counter>(ends, steps); });
            scheduler.on_change([&] { ++changes; });
            scheduler.launch(brief("a"));
            scheduler.wait_until_idle();
        }
        QCOMPARE(ends.load(), 1);
        QCOMPARE(steps.load(), 16L);
        QVERIFY(changes.load() > 0);
    }
};

QTEST_GUILESS_MAIN(TestScheduler)
#include "test_scheduler.moc"
