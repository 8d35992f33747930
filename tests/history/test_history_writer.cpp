// SPDX-License-Identifier: Apache-2.0
// The writer: nothing it is given is lost, from many threads, through locks, a full disk and deleted runs.
#include <QTest>

#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <sys/resource.h>
#include <thread>

#include "engine/history/history_file.h"
#include "engine/history/history_writer.h"
#include "tests/history/history_support.h"

using namespace laptime;
using test::hard_points;
using test::same;

namespace {

/// What on_trouble told, from the writer's thread. Outlives the writer.
class Listener {
public:
    void listen_to(HistoryWriter& writer) {
        writer.on_trouble([this](const std::string& text) {
            const std::lock_guard lock(mutex_);
            told_.push_back(text);
        });
    }
    std::vector<std::string> told() const {
        const std::lock_guard lock(mutex_);
        return told_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> told_;
};

RunId add(const std::string& path, const std::string& name) {
    Experiment experiment;
    experiment.name = name;
    return History::open(path)->add_run(experiment, {});
}

void give(HistoryWriter& writer, RunId run, std::int64_t first, std::int64_t last) {
    const auto points = hard_points(first, last);
    writer.append_steps(run, points.data(), points.size());
}

/// No file may grow beyond so many bytes while this lives: what a full disk does, without needing one.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
};

} // namespace

class TestHistoryWriter : public QObject {
    Q_OBJECT

private slots:
    void aWholeRun() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId run = add(path, "r");
        const auto reader = History::open(path);
        {
            HistoryWriter writer(path);
            RunStart start;
            start.name = "r";
            writer.begin(run, start, {{"cpu", "x"}}, "f", "c", "a");
            writer.flush();
            QCOMPARE(reader->run(run).row.status, RunStatus::running);
            give(writer, run, 1, 100);
            writer.append_warning(run, {"code", "text"});
            EpochPoint epoch;
            epoch.epoch = 1;
            epoch.val_accuracy = 0.75;
            writer.append_epoch(run, epoch);
            give(writer, run, 101, 150);
            writer.set_status(run, RunStatus::paused);
            writer.flush();
            QVERIFY(same(reader->steps(run), hard_points(1, 150)));
            QCOMPARE(reader->run(run).row.status, RunStatus::paused);
            QCOMPARE(reader->run(run).row.val_accuracy, 0.75);
            QCOMPARE(reader->run(run).warnings.size(), std::size_t{1});
            writer.set_status(run, RunStatus::running);
            give(writer, run, 151, 160);
            RunEnd end;
            end.steps = 160;
            writer.end(run, end);
        } // closing flushes
        QCOMPARE(reader->run(run).row.status, RunStatus::finished);
        QVERIFY(same(reader->steps(run), hard_points(1, 160)));
    }

    void pointsShowUpSoonWithoutAFlush() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId run = add(path, "r");
        HistoryWriter writer(path);
        writer.begin(run, {}, {}, "", "", "");
        const auto reader = History::open(path);
        give(writer, run, 1, 10);
        QTRY_COMPARE_WITH_TIMEOUT(reader->steps(run).size(), std::size_t{10}, 20000);
    }

    void nothingIsLostUnderLoad() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        constexpr int threads = 6;
        constexpr std::int64_t steps = 20000;
        std::vector<RunId> runs;
        for (int i = 0; i < threads; ++i)
            runs.push_back(add(path, "r" + std::to_string(i)));
        const RunId shared = add(path, "shared");
        {
            HistoryWriter writer(path);
            for (const RunId run : runs)
                writer.begin(run, {}, {}, "", "", "");
            writer.begin(shared, {}, {}, "", "", "");
            std::vector<std::thread> workers;
            for (int i = 0; i < threads; ++i)
                workers.emplace_back([&, i] {
                    for (std::int64_t step = 1; step <= steps;) {
                        const std::int64_t last = std::min(step + 1 + (step * (i + 3)) % 40, steps);
                        give(writer, runs[static_cast<std::size_t>(i)], step, last);
                        step = last + 1;
                        // Points of one run from several threads, out of order.
                        if (step % 3 == 0)
                            give(writer, shared, step * threads + i, step * threads + i);
                        if (step % 5000 == 0)
                            writer.flush();
                    }
                    writer.end(runs[static_cast<std::size_t>(i)], {});
                });
            for (std::thread& worker : workers)
                worker.join();
        }
        const auto reader = History::open(path);
        for (const RunId run : runs)
            QVERIFY(same(reader->steps(run), hard_points(1, steps)));
        const auto points = reader->steps(shared);
        QVERIFY(points.size() > 100);
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(same(points[i], test::hard_point(points[i].step)));
            QVERIFY(i == 0 || points[i - 1].step < points[i].step);
        }
    }

    void addingDoesNotWaitForTheDisk() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId run = add(path, "r");
        Listener listener;
        HistoryWriter writer(path);
        listener.listen_to(writer);
        writer.begin(run, {}, {}, "", "", "");
        writer.flush();
        // Another program holds the write lock: everything goes into the queue, and from there into the file
        // later.
        sqlite::Database other(path, sqlite::Database::Mode::read_write, 0);
        other.execute("BEGIN IMMEDIATE");
        for (std::int64_t step = 1; step <= 5000; step += 10)
            give(writer, run, step, step + 9);
        QCOMPARE(History::open(path)->steps(run).size(), std::size_t{0});
        other.execute("COMMIT");
        writer.flush();
        QVERIFY(same(History::open(path)->steps(run), hard_points(1, 5000)));
    }

    void aFullDiskIsToldAndSurvived() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId run = add(path, "r");
        Listener listener;
        HistoryWriter writer(path);
        listener.listen_to(writer);
        writer.begin(run, {}, {}, "", "", "");
        give(writer, run, 1, 100);
        writer.flush();
        QVERIFY(listener.told().empty());
        {
            const FullDisk full(std::filesystem::file_size(path + "-wal") + 10000);
            give(writer, run, 101, 20000);
            const std::string error = test::error_of<HistoryError>([&] { writer.flush(); });
            QVERIFY2(error.find("no room left") != std::string::npos && error.find(path) != std::string::npos,
                     error.c_str());
            QTRY_COMPARE_WITH_TIMEOUT(listener.told().size(), std::size_t{1}, 20000);
            QCOMPARE(listener.told().front(), error);
            give(writer, run, 20001, 20100);
            QVERIFY(!test::error_of<HistoryError>([&] { writer.flush(); }).empty());
            QCOMPARE(listener.told().size(), std::size_t{1}); // told once, not at every attempt
            QVERIFY(same(History::open(path)->steps(run), hard_points(1, 100)));
        }
        // Space is back: by itself, without another point.
        QTRY_COMPARE_WITH_TIMEOUT(listener.told().size(), std::size_t{2}, 30000);
        QVERIFY(listener.told().back().empty());
        QVERIFY(same(History::open(path)->steps(run), hard_points(1, 20100)));
        writer.end(run, {});
        writer.flush();
        QVERIFY(same(History::open(path)->steps(run), hard_points(1, 20100)));
    }

    void closingOnAFullDiskThatGetsSpace() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId run = add(path, "r");
        auto writer = std::make_unique<HistoryWriter>(path);
        writer->begin(run, {}, {}, "", "", "");
        writer->flush();
        std::thread later;
        {
            auto full = std::make_unique<FullDisk>(std::filesystem::file_size(path + "-wal") + 5000);
            give(*writer, run, 1, 20000);
            QVERIFY(!test::error_of<HistoryError>([&] { writer->flush(); }).empty());
            later = std::thread([&full] {
                std::this_thread::sleep_for(std::chrono::milliseconds(700));
                full.reset();
            });
            writer.reset(); // goes on trying
            later.join();
        }
        QVERIFY(same(History::open(path)->steps(run), hard_points(1, 20000)));
    }

    void aDeletedRunDoesNotHoldUpTheOthers() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        const RunId gone = add(path, "gone"), kept = add(path, "kept");
        HistoryWriter writer(path);
        writer.begin(gone, {}, {}, "", "", "");
        writer.begin(kept, {}, {}, "", "", "");
        writer.flush();
        const auto history = History::open(path);
        history->set_status(gone, RunStatus::stopped);
        history->remove({gone});
        give(writer, gone, 1, 10);
        give(writer, kept, 1, 10);
        writer.end(gone, {});
        writer.end(kept, {});
        writer.flush();
        QVERIFY(same(history->steps(kept), hard_points(1, 10)));
        QCOMPARE(history->runs().size(), std::size_t{1});
    }

    void badPlacesAreToldAtOnce() {
        const test::Folder folder;
        test::write_file(folder.file("x.db"), "no history at all, but a text of some length");
        QVERIFY_THROWS_EXCEPTION(HistoryError, HistoryWriter(folder.file("x.db")));
        HistoryWriter idle(folder.file("h.db"));
        idle.flush(); // nothing to do
    }
};

QTEST_GUILESS_MAIN(TestHistoryWriter)
#include "test_history_writer.moc"
