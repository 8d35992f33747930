// SPDX-License-Identifier: Apache-2.0
// The queue between a run's thread and the terminal: order is kept, steps come at most every 100 ms, a
// printer that is slow holds nobody up, and one that nobody reads is told.
#include <QtTest/QtTest>

#include <atomic>
#include <chrono>

#include "app/cli/run_feed.h"

using namespace laptime;
using namespace laptime::cli;

namespace {

using Clock = std::chrono::steady_clock;

class Collector : public EventPrinter {
public:
    bool print(const RunEvent& event) override {
        blocked.wait(true);
        if (broken_after >= 0 && static_cast<int>(events.size()) >= broken_after)
            return false;
        events.push_back(event);
        return true;
    }
    std::vector<RunEvent> events;
    std::atomic<bool> blocked{false};
    int broken_after = -1;
};

StepPoint step(std::int64_t number) {
    StepPoint point;
    point.step = number;
    point.samples = number * 10;
    point.step_ms = 5;
    return point;
}

} // namespace

class TestRunFeed : public QObject {
    Q_OBJECT
private slots:
    void keeps_order_and_thins_steps() {
        Collector printer;
        const Clock::time_point start = Clock::now();
        {
            RunFeed feed(printer, [] { QFAIL("nothing is broken"); });
            feed.on_start({});
            std::int64_t number = 0;
            for (int epoch = 1; epoch <= 3; ++epoch) {
                const auto until = Clock::now() + std::chrono::milliseconds(150);
                while (Clock::now() < until) {
                    const StepPoint points[] = {step(number + 1), step(number + 2)};
                    number += 2;
                    feed.on_steps(points);
                }
                EpochPoint point;
                point.epoch = epoch;
                feed.on_epoch(point);
            }
            feed.on_warning({"code", "text"});
            feed.on_end({});
        }
        const Clock::time_point end = Clock::now();
        QVERIFY(std::holds_alternative<RunStart>(printer.events.front()));
        QVERIFY(std::holds_alternative<RunEnd>(printer.events.back()));
        QVERIFY(std::holds_alternative<RunWarning>(printer.events[printer.events.size() - 2]));
        std::int64_t epochs = 0, last_step = 0;
        int steps = 0;
        for (std::size_t i = 0; i < printer.events.size(); ++i) {
            if (const auto* epoch = std::get_if<EpochPoint>(&printer.events[i]))
                QCOMPARE(epoch->epoch, ++epochs);
            if (const auto* progress = std::get_if<Progress>(&printer.events[i])) {
                QVERIFY(progress->last.step > last_step);
                if (last_step > 0) { // sums over all the steps in between
                    QVERIFY(progress->samples > 0);
                    QVERIFY(std::abs(progress->seconds * 2000 - progress->samples) <
                            1e-9 * progress->samples);
                }
                last_step = progress->last.step;
                ++steps;
            }
        }
        QCOMPARE(epochs, std::int64_t{3});
        const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(end - start);
        QVERIFY2(steps <= elapsed.count() / 100 + 1, qPrintable(QString::number(steps)));
        QVERIFY(last_step > 0);
    }

    void blocked_printer_holds_nobody_up() {
        Collector printer;
        printer.blocked = true;
        RunFeed feed(printer, [] {});
        feed.on_start({});
        for (std::int64_t i = 1; i <= 100000; ++i) { // would hang here if the run waited for the printer
            const StepPoint point = step(i);
            feed.on_steps({&point, 1});
        }
        printer.blocked = false;
        printer.blocked.notify_all();
        feed.on_end({});
        feed.finish();
        QVERIFY(printer.events.size() <= 3); // start, at most one step, end
        QVERIFY(std::holds_alternative<RunEnd>(printer.events.back()));
    }

    void nobody_reads() {
        Collector printer;
        printer.broken_after = 1;
        std::atomic<int> told{0};
        RunFeed feed(printer, [&] { ++told; });
        feed.on_start({});
        feed.on_epoch({});
        feed.on_epoch({});
        feed.on_end({});
        feed.finish();
        QCOMPARE(told.load(), 1); // once, and no further try
        QCOMPARE(printer.events.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestRunFeed)
#include "test_run_feed.moc"
