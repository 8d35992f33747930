// SPDX-License-Identifier: Apache-2.0
// Several processes on one history, and processes that are killed at any moment. LAPTIME_KILLS sets how often
// one is killed (12 by default).
#include <QProcess>
#include <QTest>

#include <chrono>
#include <memory>
#include <sstream>

#include "engine/core/clock.h"
#include "engine/core/random.h"
#include "engine/history/history_file.h"
#include "tests/history/history_support.h"

using namespace laptime;
using test::hard_points;
using test::same;

namespace {

#ifdef LAPTIME_NO_TARGET_CLONES // a sanitizer's build, many times slower
constexpr std::int64_t oldest_lost_us = 5'000'000;
#else
constexpr std::int64_t oldest_lost_us = 1'000'000;
#endif

/// What the process printed: a step that the writer had at a time, and how long the machine had kept the
/// process waiting.
struct Handed {
    std::int64_t step = 0, time = 0, stall = 0;
};

std::vector<Handed> handed_over(const QByteArray& output) {
    std::vector<Handed> all;
    std::istringstream lines(output.toStdString());
    // A line without an end was cut by the kill.
    for (std::string line; std::getline(lines, line) && !lines.eof();) {
        std::istringstream words(line);
        std::string word;
        Handed handed;
        if (words >> word >> handed.step >> handed.time >> handed.stall && word == "step")
            all.push_back(handed);
    }
    return all;
}

bool is_sound(const std::string& path) {
    sqlite::Database db(path, sqlite::Database::Mode::read_write, 5000);
    auto check = db.select("PRAGMA integrity_check");
    return check.step() && check.text(0) == "ok" && !db.select("PRAGMA foreign_key_check").step();
}

} // namespace

class TestHistoryProcesses : public QObject {
    Q_OBJECT

private slots:
    void severalWriteAtOnce() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        constexpr int processes = 4;
        constexpr std::int64_t steps = 4000;
        std::vector<std::unique_ptr<QProcess>> children;
        for (int i = 0; i < processes; ++i) { // at once, on a file that is not there yet
            children.push_back(std::make_unique<QProcess>());
            children.back()->start(HISTORY_APPENDER, {QString::fromStdString(path), QString("p%1").arg(i),
                                                      QString::number(steps)});
        }
        const auto mine = History::open(path);
        const RunId run = test::add_running(*mine, "mine");
        for (std::int64_t step = 1; step <= 200; ++step)
            mine->append(run, {test::hard_point(step)}, {}, {});
        for (auto& child : children) {
            QVERIFY(child->waitForFinished(100000));
            QVERIFY2(child->exitCode() == 0, child->readAllStandardError().constData());
        }
        QVERIFY(same(mine->steps(run), hard_points(1, 200)));
        const auto runs = mine->runs();
        QCOMPARE(runs.size(), std::size_t{processes + 1});
        for (const RunRow& row : runs)
            if (row.id != run) {
                QCOMPARE(row.status, RunStatus::finished);
                QVERIFY(same(mine->steps(row.id), hard_points(1, steps)));
            }
        QVERIFY(is_sound(path));
    }

    void severalMakeItAtOnce() {
        for (int round = 0; round < 12; ++round) {
            const test::Folder folder;
            const std::string path = folder.file("h.db");
            std::vector<std::unique_ptr<QProcess>> children;
            for (int i = 0; i < 4; ++i) {
                children.push_back(std::make_unique<QProcess>());
                children.back()->start(HISTORY_APPENDER,
                                       {QString::fromStdString(path), QString("p%1").arg(i), "10"});
            }
            for (auto& child : children) {
                QVERIFY(child->waitForFinished(100000));
                QVERIFY2(child->exitCode() == 0, child->readAllStandardError().constData());
            }
            QCOMPARE(History::open(path)->runs().size(), std::size_t{4});
            // The file alone: nobody took it for an older one, a damaged one or a stranger's.
            QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path()), {}),
                     std::ptrdiff_t{1});
        }
    }

    void killedAtAnyMoment() {
        const test::Folder folder;
        const std::string path = folder.file("h.db");
        bool given = false;
        int kills = qEnvironmentVariableIntValue("LAPTIME_KILLS", &given);
        if (!given)
            kills = 12;
        const auto delays =
            random_uniform(20261201, RandomUse::synthetic, 0, static_cast<std::size_t>(kills), 0, 1.6);
        std::int64_t most_lost_us = 0;
        for (int n = 0; n < kills; ++n) {
            QProcess child;
            child.start(HISTORY_APPENDER, {QString::fromStdString(path), QString("killed-%1").arg(n),
                                           QString::number(10'000'000)});
            QVERIFY(child.waitForStarted());
            // From before the file is made to the middle of packing; the clock starts with the process.
            QTest::qSleep(static_cast<int>(1e3 * delays[static_cast<std::size_t>(n)]));
            const std::int64_t killed_at = utc_microseconds();
            child.kill();
            QVERIFY(child.waitForFinished(30000));
            const auto handed = handed_over(child.readAllStandardOutput());

            const auto history = History::open(path);
            QVERIFY(!history->open_report().recovered);
            const auto runs = history->runs();
            for (const RunRow& row : runs)
                QCOMPARE(row.status, RunStatus::interrupted);
            const bool there = !runs.empty() && runs.front().name == "killed-" + std::to_string(n);
            const std::int64_t stored = there ? runs.front().steps : 0;
            if (there) {
                QVERIFY(same(history->steps(runs.front().id), hard_points(1, stored))); // whole, in order
                QVERIFY(history->open_report().interrupted == std::vector<RunId>{runs.front().id});
            }
            // A machine that gives the process no turn gives the writer none either, and it needs a few.
            std::int64_t allowed = oldest_lost_us;
            if (!handed.empty())
                allowed += 4 * std::max(handed.back().stall, killed_at - handed.back().time);
            for (const Handed& h : handed) {
                if (h.step <= stored)
                    continue;
                const std::int64_t age = killed_at - h.time;
                most_lost_us = std::max(most_lost_us, age);
                QVERIFY2(age < allowed, qPrintable(QString("step %1 was lost, %2 s old, allowed %3 s")
                                                       .arg(h.step)
                                                       .arg(static_cast<double>(age) / 1e6)
                                                       .arg(static_cast<double>(allowed) / 1e6)));
            }
            QVERIFY(is_sound(path));
        }
        qInfo("%d kills; the oldest lost point was %.0f ms old", kills,
              static_cast<double>(most_lost_us) / 1e3);
    }
};

QTEST_GUILESS_MAIN(TestHistoryProcesses)
#include "test_history_processes.moc"
