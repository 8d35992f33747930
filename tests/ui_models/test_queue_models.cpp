// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes and queue follow the scheduler without a reset, and asking it never happens on the screen's thread.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <mutex>

#include "ui/models/queue_models.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

QueueEntry entry(RunId id, RunStatus status, const char* device = "cpu:0") {
    QueueEntry one;
    one.id = id;
    one.name = "run " + std::to_string(id);
    one.status = status;
    one.devices = {device};
    return one;
}

/// A queue that the test sets and the watcher asks.
struct Queue {
    std::mutex mutex;
    std::vector<QueueEntry> entries;
    std::atomic<bool> askedOnScreen{false};
    QThread* screen = QThread::currentThread();

    QueueWatcher::Source source() {
        return [this] {
            if (QThread::currentThread() == screen)
                askedOnScreen = true;
            const std::lock_guard lock(mutex);
            return entries;
        };
    }
    void set(QueueWatcher& watcher, std::vector<QueueEntry> next) {
        {
            const std::lock_guard lock(mutex);
            entries = std::move(next);
        }
        watcher.refresh();
    }
};

} // namespace

class TestQueueModels : public QObject {
    Q_OBJECT
private slots:
    void lanesSayWhatRuns() {
        Queue queue;
        QueueWatcher watcher(queue.source());
        DeviceLanesModel lanes(&watcher);
        QAbstractItemModelTester tester(&lanes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        lanes.setDevices({QStringLiteral("cpu:0"), QStringLiteral("cpu:1")});
        QCOMPARE(lanes.rowCount(), 2);
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::TextRole).toString(), QStringLiteral("idle"));
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::StatusRole).toInt(), -1);

        QueueEntry running = entry(4, RunStatus::running);
        running.step = 30;
        running.total_steps = 100;
        running.epoch = 3;
        running.total_epochs = 5;
        running.seconds_left = 42;
        QSignalSpy reset(&lanes, &QAbstractItemModel::modelReset);
        queue.set(watcher, {running, entry(5, RunStatus::queued), entry(6, RunStatus::queued, "cpu:1")});
        QTRY_COMPARE(lanes.index(0).data(DeviceLanesModel::RunIdRole).toInt(), 4);
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::ProgressRole).toDouble(), 0.3);
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::TextRole).toString(),
                 QStringLiteral("epoch 3/5 · 0:42 left"));
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::WaitingRole).toInt(), 1);
        QCOMPARE(lanes.index(1).data(DeviceLanesModel::WaitingRole).toInt(), 1);
        QCOMPARE(reset.size(), 0);

        queue.set(watcher, {entry(7, RunStatus::running, "cuda:0")}); // a device nobody announced
        QTRY_COMPARE(lanes.rowCount(), 3);
        QCOMPARE(lanes.index(0).data(DeviceLanesModel::RunIdRole).toInt(), 0);
        queue.set(watcher, {});
        QTRY_COMPARE(lanes.index(2).data(DeviceLanesModel::RunIdRole).toInt(), 0);
        QCOMPARE(lanes.rowCount(), 3); // its lane stays
        QVERIFY(!queue.askedOnScreen);
    }

    void progressComesByItself() {
        Queue queue;
        queue.entries = {entry(1, RunStatus::running)};
        QueueWatcher watcher(queue.source());
        QTRY_VERIFY(watcher.anyRunning());
        {
            const std::lock_guard lock(queue.mutex);
            queue.entries[0].step = 17;
        }
        QTRY_COMPARE(watcher.entries()[0].step, 17); // nobody told it
    }

    void queueFollowsWithoutReset() {
        Queue queue;
        QueueWatcher watcher(queue.source());
        QueueModel model(&watcher);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset),
            moved(&model, &QAbstractItemModel::rowsMoved);
        const auto ids = [&] {
            QList<RunId> list;
            for (int i = 0; i < model.rowCount(); ++i)
                list.append(model.runAt(i));
            return list;
        };
        const auto waiting = [](std::initializer_list<RunId> order) {
            std::vector<QueueEntry> entries = {entry(1, RunStatus::running)};
            for (const RunId id : order)
                entries.push_back(entry(id, RunStatus::queued));
            return entries;
        };
        queue.set(watcher, waiting({2, 3, 4}));
        QTRY_COMPARE(ids(), QList<RunId>({2, 3, 4}));
        queue.set(watcher, waiting({4, 2, 3}));
        QTRY_COMPARE(ids(), QList<RunId>({4, 2, 3}));
        QCOMPARE(moved.size(), 1);
        queue.set(watcher, waiting({5, 3, 6}));
        QTRY_COMPARE(ids(), QList<RunId>({5, 3, 6}));
        QCOMPARE(model.index(0).data(QueueModel::PositionRole).toInt(), 1);
        QCOMPARE(model.index(0).data().toString(), QStringLiteral("run 5"));
        QCOMPARE(reset.size(), 0);
        QCOMPARE(watcher.waiting(), 3);
    }
};

QTEST_GUILESS_MAIN(TestQueueModels)
#include "test_queue_models.moc"
