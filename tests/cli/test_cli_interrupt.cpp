// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, twice, SIGTERM, a reader that goes away, kill -9, and going on afterwards to the very same numbers.
#include "tests/cli/cli_runner.h"

#include <csignal>

using namespace laptime::test;

namespace {

/// Long enough that a signal at its first step comes before its end: wide layers, a few milliseconds a step.
const QStringList long_run = {"--set", "model.hidden=[1024,512]", "--set", "train.steps=1500", "--json"};

/// Waits until stdout holds a line with `text`; what was read is in `out`.
bool wait_for(QProcess& process, QByteArray& out, const char* text) {
    QElapsedTimer timer;
    timer.start();
    while (!out.contains(text) && timer.elapsed() < patience_ms) {
        process.waitForReadyRead(100);
        out += process.readAllStandardOutput();
        if (process.state() == QProcess::NotRunning && process.bytesAvailable() == 0)
            break;
    }
    return out.contains(text);
}

void send(const QProcess& process, int signal) {
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

} // namespace

class TestCliInterrupt : public QObject {
    Q_OBJECT
private slots:
    void interrupted_and_resumed_is_the_same_run_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void interrupted_and_resumed_is_the_same_run() {
        QFETCH(int, signal);
        Laptime laptime;
        QProcess process;
        laptime.start(process, QStringList{"train", "tiny.toml", "--name", "cut"} + long_run);
        QByteArray out;
        QVERIFY(wait_for(process, out, "\"event\":\"step\""));
        send(process, signal);
        Outcome outcome = Laptime::finished(process);
        outcome.out.prepend(out);
        QCOMPARE(outcome.status, 130);
        const QJsonObject end = outcome.events().last();
        QCOMPARE(end["event"].toString(), QString("end"));
        QCOMPARE(end["status"].toString(), QString("interrupted"));
        QVERIFY2(outcome.err.contains("laptime train --resume 1"), outcome.err);
        QCOMPARE(laptime({"runs", "list", "--json"}).events().value(0)["status"].toString(),
                 QString("interrupted"));
        QVERIFY(laptime({"runs", "show", "cut", "--json"}).events().value(0)["resumable"].toBool());

        // Another experiment cannot be slipped under it.
        QCOMPARE(laptime({"train", "--resume", "cut", "--set", "train.seed=9"}).status, 2);
        const Outcome resumed = laptime({"train", "--resume", "cut", "--json"}); // without FILE
        QVERIFY2(resumed.status == 0, resumed.err);
        QVERIFY(resumed.events().first()["first_step"].toInt() > 0);
        QCOMPARE(resumed.events().first()["run"].toInt(), 1);
        QCOMPARE(laptime({"train", "--resume", "cut"}).status, 2); // it is finished now

        QCOMPARE(laptime(QStringList{"train", "tiny.toml", "--name", "whole"} + long_run).status, 0);
        QCOMPARE(laptime({"export", "cut", "--out", "cut.csv"}).status, 0);
        QCOMPARE(laptime({"export", "whole", "--out", "whole.csv"}).status, 0);
        const QList<QByteArray> cut = laptime.read("cut.csv").trimmed().split('\n');
        const QList<QByteArray> whole = laptime.read("whole.csv").trimmed().split('\n');
        QCOMPARE(cut.size(), 1501);
        QCOMPARE(whole.size(), cut.size());
        for (qsizetype i = 1; i < cut.size();
             ++i) { // step, epoch, samples, loss, learning rate, metrics: bit by bit
            const QList<QByteArray> a = cut[i].split(','), b = whole[i].split(',');
            for (const int column : {0, 1, 2, 4, 5, 9, 10})
                QVERIFY2(a[column] == b[column], cut[i] + " | " + whole[i]);
        }
    }

    void twice_ends_at_once_and_the_history_is_whole() {
        Laptime laptime;
        // One execution is a whole epoch of tens of thousands of steps, so the first signal has to wait.
        QProcess process;
        laptime.start(process,
                      {"train", "tiny.toml", "--json", "--set", "data.dataset=synthetic:6x6x1/3/60000",
                       "--set", "speed.global_batch=1", "--set", "speed.steps_per_execution=10000", "--set",
                       "model.hidden=[2048]", "--set", "train.epochs=100"});
        QByteArray out;
        QVERIFY(wait_for(process, out, "\"event\":\"start\""));
        send(process, SIGINT);
        QByteArray err;
        QElapsedTimer timer;
        timer.start();
        while (!err.contains("once more") && timer.elapsed() < patience_ms &&
               process.state() == QProcess::Running) {
            process.waitForReadyRead(50);
            err += process.readAllStandardError();
        }
        QVERIFY2(err.contains("once more"), err);
        send(process, SIGINT);
        const Outcome outcome = Laptime::finished(process);
        QCOMPARE(outcome.status, 130);
        const QList<QJsonObject> runs = laptime({"runs", "list", "--json"}).events();
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs[0]["status"].toString(), QString("interrupted"));
        QCOMPARE(laptime({"runs", "delete", "1"}).status, 0);
    }

    void killed_runs_are_found_dead() {
        Laptime laptime;
        QProcess process;
        laptime.start(process, QStringList{"train", "tiny.toml"} + long_run);
        QByteArray out;
        QVERIFY(wait_for(process, out, "\"event\":\"step\""));
        QCOMPARE(laptime({"runs", "list", "--json"}).events().value(0)["status"].toString(),
                 QString("running"));
        QCOMPARE(laptime({"runs", "delete", "1"}).status, 2); // it runs
        send(process, SIGKILL);
        process.waitForFinished(patience_ms);
        const Outcome listed = laptime({"runs", "list", "--json"});
        QCOMPARE(listed.events().value(0)["status"].toString(), QString("interrupted"));
        QCOMPARE(laptime({"runs", "delete", "1"}).status, 0);
    }

    void nobody_reads_any_more() {
        Laptime laptime;
        // `head` leaves after the first line; the run finds no reader for its next one.
        QStringList quoted;
        for (const QString& argument : QStringList{LAPTIME_BINARY, "train", "tiny.toml"} + long_run)
            quoted.append("'" + argument + "'");
        QProcess process;
        laptime.start_program(process, "sh", {"-c", quoted.join(' ') + " | head -n 1"});
        const Outcome outcome = Laptime::finished(process);
        QVERIFY2(outcome.out.contains("\"event\":\"start\""), outcome.out);
        QVERIFY2(outcome.err.contains("--resume 1"), outcome.err);
        QCOMPARE(laptime({"runs", "list", "--json"}).events().value(0)["status"].toString(),
                 QString("interrupted"));
    }
};

QTEST_GUILESS_MAIN(TestCliInterrupt)
#include "test_cli_interrupt.moc"
