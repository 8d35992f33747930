// SPDX-License-Identifier: Apache-2.0
// A run that is killed with SIGKILL again and again, at moments that have nothing to do with its checkpoints,
// ends with the numbers of one that was left alone.
#include "tests/cli/cli_runner.h"

#include <csignal>

using namespace laptime::test;

namespace {

constexpr int kills = 8;

/// Checkpoints every 60 ms: many a kill meets one that is being written.
const QStringList settings = {"--set", "model.hidden=[512]",       "--set", "train.steps=1200",
                              "--set", "train.ema=0.99",           "--set", "train.clip_norm=1.0",
                              "--set", "data.augment.flip=random", "--set", "train.checkpoint_minutes=0.001"};

} // namespace

class TestCliKill : public QObject {
    Q_OBJECT

private slots:
    void killedAtAnyMomentIsTheSameRun() {
        Laptime laptime;
        QRandomGenerator random(5);
        QStringList command = QStringList{"train", "tiny.toml", "--name", "killed"} + settings;
        bool done = false;
        for (int i = 0; i < kills && !done; ++i) {
            QProcess process;
            laptime.start(process, command);
            QVERIFY(process.waitForStarted(patience_ms));
            // The first life is long enough for the run to be in the history.
            done = process.waitForFinished((i == 0 ? 1000 : 200) + int(random.bounded(600)));
            if (done)
                break;
            ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
            QVERIFY(process.waitForFinished(patience_ms));
            const QJsonObject run = laptime({"runs", "list", "--json"}).events().value(0);
            if (run.isEmpty())
                continue; // this machine was too slow to begin: the same command once more
            QCOMPARE(run["status"].toString(), QString("interrupted"));
            command = {"train", "--resume", "killed"};
        }
        if (!done) {
            const Outcome last = laptime(command);
            QVERIFY2(last.status == 0, last.err);
        }
        QCOMPARE(laptime(QStringList{"train", "tiny.toml", "--name", "whole"} + settings).status, 0);
        QCOMPARE(laptime({"export", "killed", "--out", "killed.csv"}).status, 0);
        QCOMPARE(laptime({"export", "whole", "--out", "whole.csv"}).status, 0);
        const QList<QByteArray> killed = laptime.read("killed.csv").trimmed().split('\n');
        const QList<QByteArray> whole = laptime.read("whole.csv").trimmed().split('\n');
        QCOMPARE(killed.size(), 1201);
        QCOMPARE(whole.size(), killed.size());
        for (qsizetype i = 1; i < killed.size(); ++i) {
            const QList<QByteArray> a = killed[i].split(','), b = whole[i].split(',');
            for (const int column : {0, 1, 2, 4, 5, 9, 10}) // step, epoch, samples, loss, rate, metrics
                QVERIFY2(a[column] == b[column], killed[i] + " | " + whole[i]);
        }
    }
};

QTEST_GUILESS_MAIN(TestCliKill)
#include "test_cli_kill.moc"
