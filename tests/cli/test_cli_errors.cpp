// SPDX-License-Identifier: Apache-2.0
// Wrong requests: each ends with status 2 and one block on stderr that names the thing, prints nothing on
// stdout, and leaves no run behind. A run that fails ends with status 1.
#include "tests/cli/cli_runner.h"

#include <QDir>

#include <unistd.h>

using namespace laptime::test;

namespace {

/// An IDX file's bytes: magic number, sizes, then `data` bytes of ones.
QByteArray idx(QList<quint32> sizes, qsizetype data, char type = 8, char value = 1) {
    QByteArray bytes("\0\0", 2);
    bytes += type;
    bytes += static_cast<char>(sizes.size());
    for (const quint32 size : sizes)
        for (const int shift : {24, 16, 8, 0})
            bytes += static_cast<char>(size >> shift & 0xff);
    return bytes + QByteArray(data, value);
}

/// Writes a data set of `images` and `labels` (train and test alike) into a folder.
void write_idx(const Laptime& laptime, const QString& folder, const QByteArray& images,
               const QByteArray& labels) {
    QDir(laptime.path(".")).mkpath(folder);
    for (const char* part : {"train", "t10k"}) {
        laptime.write(folder + "/" + part + "-images-idx3-ubyte", images);
        laptime.write(folder + "/" + part + "-labels-idx1-ubyte", labels);
    }
}

} // namespace

class TestCliErrors : public QObject {
    Q_OBJECT
private slots:
    void settings_data() {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* setting, const char* named) {
            QTest::newRow(setting) << QString(setting) << QString(named);
        };
        row("speed.precison=float32", "precision"); // with the nearest key
        row("sped.precision=float32", "sped");
        row("speed.precision=float31", "float31");
        row("speed.global_batch=0", "speed.global_batch");
        row("speed.global_batch=many", "speed.global_batch");
        row("speed.global_batch=301", "300"); // larger than the data
        row("speed.steps_per_execution=0", "speed.steps_per_execution");
        row("speed.accumulate=0", "speed.accumulate");
        row("speed.strategy=mirrored", "mirrored");
        row("speed.devices=[\"cuda:7\"]", "cuda:7");
        row("speed.devices=[\"toaster:0\"]", "toaster:0");
        row("train.learning_rate=-1", "train.learning_rate");
        row("train.epochs=0", "train.epochs");
        row("train.optimizer=adamm", "adam");
        row("train.target=\"val_accuracy > much\"", "train.target");
        row("data.dataset=idx:/no/such/folder", "/no/such/folder");
        row("data.dataset=no-such-set", "no-such-set");
        row("model.library=resnet51", "resnet51");
        row("model.hiden=[16]", "hidden");
        row("nonsense", "nonsense");
    }
    void settings() {
        QFETCH(QString, setting);
        QFETCH(QString, named);
        Laptime laptime;
        for (const char* command : {"check", "train"}) {
            const Outcome outcome = laptime({command, "tiny.toml", "--set", setting});
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.startsWith("laptime: ") && outcome.err.contains(named.toUtf8()),
                     outcome.err);
            QCOMPARE(outcome.out, QByteArray());
        }
        QCOMPARE(laptime({"runs", "list", "--json"}).out, QByteArray()); // no run is left behind
    }

    void file_problems_name_their_line() {
        Laptime laptime;
        laptime.write("bad.toml", QByteArray(Laptime::tiny).replace("global_batch = 50", "global_bach = 50"));
        Outcome outcome = laptime({"train", "bad.toml"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("line 8") && outcome.err.contains("global_bach") &&
                     outcome.err.contains("global_batch"),
                 outcome.err);
        laptime.write("bad.toml", "name = [");
        outcome = laptime({"check", "bad.toml"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("line 1"), outcome.err);
        // With --json stdout stays for JSON alone.
        outcome = laptime({"train", "bad.toml", "--json"});
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.out, QByteArray());
    }

    void data_files_data() {
        QTest::addColumn<QByteArray>("images");
        QTest::addColumn<QByteArray>("labels");
        QTest::addColumn<QString>("named");
        const QByteArray good = idx({60, 6, 6}, 60 * 36), labels = idx({60}, 60);
        QTest::newRow("truncated") << good.left(1000) << labels << "images";
        QTest::newRow("wrong magic number") << QByteArray(good).replace(0, 4, "PNG!") << labels << "images";
        QTest::newRow("counts that differ") << good << idx({59}, 59) << "59";
        QTest::newRow("label out of range") << good << idx({60}, 59) + char(200) << "200";
        QTest::newRow("empty file") << QByteArray() << labels << "images";
        QTest::newRow("labels missing") << good << QByteArray("-") << "labels";
    }
    void data_files() {
        QFETCH(QByteArray, images);
        QFETCH(QByteArray, labels);
        QFETCH(QString, named);
        Laptime laptime;
        write_idx(laptime, "good", idx({60, 6, 6}, 60 * 36), idx({60}, 60));
        write_idx(laptime, "bad", images, labels);
        if (named == "200") // where the classes are named, it is known how many there are
            laptime.write("bad/classes.txt", "shirt\nshoe\nbag\n");
        if (labels == "-")
            for (const char* part : {"train", "t10k"})
                QFile::remove(laptime.path(QString("bad/%1-labels-idx1-ubyte").arg(part)));
        const QStringList common = {"train", "tiny.toml",      "--set", "speed.global_batch=20",
                                    "--set", "train.epochs=1", "--set"};
        const Outcome fine = laptime(common + QStringList{"data.dataset=idx:" + laptime.path("good")});
        QVERIFY2(fine.status == 0, fine.err); // the same without the fault works
        const Outcome outcome = laptime(common + QStringList{"data.dataset=idx:" + laptime.path("bad")});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(named.toUtf8()), outcome.err);
        QCOMPARE(laptime({"runs", "list", "--json"}).events().size(), 1);
    }

    void model_that_does_not_fit() {
        Laptime laptime;
        const Outcome outcome = laptime({"check", "tiny.toml", "--set", "model.library=cnn", "--set",
                                         "data.dataset=synthetic:1x1x1/3/300"});
        QVERIFY2(outcome.status == 2 || outcome.status == 0,
                 outcome.err); // a model may pool 1 × 1 away or refuse it …
        if (outcome.status == 2)
            QVERIFY2(outcome.err.contains("pool") || outcome.err.contains("conv"),
                     outcome.err); // … but by the layer's name
    }

    void arguments_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("named");
        const auto row = [](const QStringList& arguments, const char* named) {
            QTest::newRow(qPrintable(arguments.join(' '))) << arguments << QString(named);
        };
        row({}, "command");
        row({"trian", "tiny.toml"}, "train");
        row({"train"}, "FILE");
        row({"train", "no-such-file.toml"}, "no-such-file.toml");
        row({"train", "."}, ".");
        row({"train", "tiny.toml", "--jsn"}, "--jsn");
        row({"train", "tiny.toml", "--set"}, "--set");
        row({"train", "--resume", "7"}, "7");
        row({"check", "tiny.toml", "--dump", "magic"}, "magic");
        row({"runs"}, "subcommand");
        row({"runs", "show", "7"}, "7");
        row({"runs", "show"}, "run");
        row({"runs", "list", "--filter", "colour:red"}, "colour:red");
        row({"compare", "1"}, "runs");
        row({"compare", "1", "2"}, "1");
        row({"report", "1", "2"}, "--out");
        row({"report", "1", "2", "--out", "x.html"}, "1");
        row({"export", "1", "--out", "x.csv"}, "1");
        row({"tune", "tiny.toml", "--minutes", "5", "--json"}, "not in this version");
    }
    void arguments() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, named);
        Laptime laptime;
        const Outcome outcome = laptime(arguments);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.startsWith("laptime: ") && outcome.err.contains(named.toUtf8()), outcome.err);
        QCOMPARE(outcome.out, QByteArray());
    }

    void files_that_cannot_be_written() {
        Laptime laptime;
        QCOMPARE(laptime({"train", "tiny.toml"}).status, 0);
        for (const QStringList& arguments : {QStringList{"export", "1", "--out", "e.txt"},
                                             QStringList{"export", "1", "--out", "no/folder/e.csv"},
                                             QStringList{"report", "1", "1", "--out", "r.pdf"},
                                             QStringList{"report", "1", "1", "--out", "no/folder/r.html"}}) {
            const Outcome outcome = laptime(arguments);
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains(arguments.last().toUtf8()), outcome.err);
        }
        QCOMPARE(QDir(laptime.path(".")).entryList({"*.part", "*.html", "*.csv"}), QStringList());
    }

    void histories() {
        Laptime laptime;
        laptime.write("text.db",
                      "this is no database, and long enough to be looked at by its first hundred bytes: "
                      "0123456789012345678901234567890123456789");
        const QByteArray before = laptime.read("text.db");
        const QStringList histories = {"text.db", "tiny.toml/x.db", "."};
        for (const QString& history : histories)
            for (const QStringList& command :
                 {QStringList{"runs", "list"}, QStringList{"train", "tiny.toml"}}) {
                const Outcome outcome = laptime(command + QStringList{"--history", history});
                QCOMPARE(outcome.status, 2);
                QVERIFY2(outcome.err.startsWith("laptime: ") &&
                             outcome.err.contains(history.toUtf8().split('/')[0]),
                         outcome.err);
            }
        QCOMPARE(laptime.read("text.db"), before); // what is not ours stays as it is
    }

    void newer_history_is_refused_unharmed() {
        Laptime laptime;
        QCOMPARE(laptime({"train", "tiny.toml"}).status, 0);
        QByteArray file = laptime.read("history.db");
        file.replace(60, 4, QByteArray("\0\0\x03\xe7", 4)); // user_version (SQLite's file format, 1.3): 999
        laptime.write("history.db", file);
        for (const QStringList& command : {QStringList{"runs", "list"}, QStringList{"train", "tiny.toml"}}) {
            const Outcome outcome = laptime(command);
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.contains("history.db") && outcome.err.contains("newer"), outcome.err);
        }
        QCOMPARE(laptime.read("history.db"), file);
    }

    void damaged_history_is_moved_aside_and_told() {
        Laptime laptime;
        QCOMPARE(laptime({"train", "tiny.toml", "--set", "train.steps=1500"}).status, 0);
        QByteArray file = laptime.read("history.db");
        QVERIFY(file.size() > 20000);
        file.replace(5000, 8000, QByteArray(8000, 'x'));
        laptime.write("history.db", file);
        const Outcome outcome = laptime({"runs", "list"});
        QVERIFY2(outcome.status == 0, outcome.err);
        QVERIFY2(outcome.err.startsWith("laptime: note: ") && outcome.err.contains("damaged"), outcome.err);
        QVERIFY(QDir(laptime.path(".")).entryList({"history.db*"}).size() >=
                2); // the damaged file is still there
        QCOMPARE(laptime({"train", "tiny.toml"}).status, 0);
    }

    void read_only_history() {
        if (geteuid() == 0)
            QSKIP("root writes everywhere");
        Laptime laptime;
        QCOMPARE(laptime({"train", "tiny.toml"}).status, 0);
        QFile::setPermissions(laptime.path("history.db"), QFile::ReadOwner);
        QFile::setPermissions(laptime.path("."), QFile::ReadOwner | QFile::ExeOwner);
        const Outcome outcome = laptime({"train", "tiny.toml"});
        QFile::setPermissions(laptime.path("."), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains("history.db"), outcome.err);
    }

    void diverged_run() {
        Laptime laptime;
        const Outcome outcome = laptime({"train", "tiny.toml", "--json", "--set", "train.optimizer=sgd",
                                         "--set", "train.learning_rate=1e38", "--set", "train.epochs=20"});
        QCOMPARE(outcome.status, 1);
        const QJsonObject end = outcome.events().last();
        QCOMPARE(end["status"].toString(), QString("diverged"));
        QVERIFY2(end["error"].toString().contains("step"), outcome.out);
        QVERIFY(end["val_accuracy"].isNull() || end["val_accuracy"].isDouble());
        QVERIFY2(outcome.err.contains("diverged"), outcome.err);
        QCOMPARE(laptime({"runs", "list", "--json"}).events().value(0)["status"].toString(),
                 QString("diverged"));
    }
};

QTEST_GUILESS_MAIN(TestCliErrors)
#include "test_cli_errors.moc"
