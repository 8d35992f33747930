// SPDX-License-Identifier: Apache-2.0
// Every command of `laptime` on made-up data: what it prints, what it keeps, and its exit status.
#include "tests/cli/cli_runner.h"

#include <algorithm>
#include <cmath>

using namespace laptime::test;

namespace {

QStringList keys_of(const QJsonObject& object) {
    QStringList keys = object.keys();
    keys.sort();
    return keys;
}

bool has_keys(const QJsonObject& object, const QStringList& wanted) {
    return std::all_of(wanted.begin(), wanted.end(),
                       [&](const QString& key) { return object.contains(key); });
}

} // namespace

class TestCliCommands : public QObject {
    Q_OBJECT
private slots:
    void train_events() {
        Laptime laptime;
        const Outcome outcome = laptime({"train", "tiny.toml", "--json", "--name", "one"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QList<QJsonObject> events = outcome.events();
        QVERIFY(events.size() >= 6);
        QCOMPARE(events.first()["event"].toString(), QString("start"));
        QCOMPARE(events.last()["event"].toString(), QString("end"));
        QVERIFY(has_keys(events.first(), {"run", "name", "devices", "precision", "strategy", "global_batch",
                                          "parameters", "predicted_memory_bytes"}));
        QCOMPARE(events.first()["name"].toString(), QString("one"));
        QCOMPARE(events.first()["parameters"].toInt(), 36 * 16 + 16 + 16 * 3 + 3);
        int epochs = 0, steps = 0;
        for (const QJsonObject& event : events) {
            QCOMPARE(event["run"].toInt(), events.first()["run"].toInt());
            if (event["event"] == "epoch") {
                ++epochs;
                QCOMPARE(event["epoch"].toInt(), epochs);
                QVERIFY(has_keys(event, {"wall_s", "train_s", "loss", "accuracy", "val_loss", "val_accuracy",
                                         "samples_per_second"}));
            }
            if (event["event"] == "step") {
                ++steps;
                QVERIFY(has_keys(event, {"step", "epoch", "samples", "wall_s", "loss", "learning_rate",
                                         "step_ms", "data_ms", "collective_ms"}));
            }
        }
        QCOMPARE(epochs, 4);
        QVERIFY(steps >= 1);
        const QJsonObject end = events.last();
        QVERIFY(has_keys(end, {"status", "wall_s", "startup_s", "samples_per_second", "val_loss",
                               "val_accuracy", "best", "skipped_steps", "time_to_target_s", "error"}));
        QCOMPARE(end["status"].toString(), QString("finished"));
        QVERIFY(end["time_to_target_s"].isNull()); // no target, so NaN, so null
        QVERIFY(end["error"].isNull());
        QVERIFY(end["startup_s"].toDouble() > 0 && end["startup_s"].toDouble() <= end["wall_s"].toDouble());
        QVERIFY(steps <= 10 * end["wall_s"].toDouble() + 1); // at most ten a second
    }

    void train_in_plain_lines() {
        Laptime laptime;
        const Outcome outcome = laptime({"train", "tiny.toml"});
        QVERIFY2(outcome.status == 0, outcome.err);
        for (const char* part : {"run 1", "tiny", "mlp on synthetic", "epoch 1/4", "epoch 4/4",
                                 "val_accuracy", "finished after"})
            QVERIFY2(outcome.out.contains(part), outcome.out);
        QVERIFY(!outcome.out.contains('\033') &&
                !outcome.out.contains('\r')); // no terminal: no colour, nothing rewritten
        QVERIFY2(outcome.err.isEmpty(), outcome.err);
    }

    void settings_and_repeats() {
        Laptime laptime;
        const Outcome outcome =
            laptime({"train", "tiny.toml", "--json", "--set", "train.repeats=3", "--set", "train.steps=7",
                     "--set", "train.seed=5", "--set", "speed.precision=mixed_bfloat16"});
        QVERIFY2(outcome.status == 0, outcome.err);
        QList<int> runs;
        for (const QJsonObject& event : outcome.events())
            if (event["event"] == "start") {
                runs.append(event["run"].toInt());
                QCOMPARE(event["precision"].toString(), QString("mixed_bfloat16"));
                QCOMPARE(event["total_steps"].toInt(), 7); // train.steps replaced train.epochs
            }
        QCOMPARE(runs.size(), 3);
        QSet<int> seeds;
        for (const int run : runs) {
            const QJsonObject shown =
                laptime({"runs", "show", QString::number(run), "--json"}).events().value(0);
            seeds.insert(shown["seed"].toInt());
            QCOMPARE(shown["group"].toInt(), runs.first());
            QCOMPARE(shown["steps"].toInt(), 7);
        }
        QCOMPARE(seeds, (QSet<int>{5, 6, 7}));
    }

    void check() {
        Laptime laptime;
        const Outcome text = laptime({"check", "tiny.toml"});
        QVERIFY2(text.status == 0, text.err);
        QVERIFY(text.out.contains("parameters   643") && text.out.contains("predicted"));
        const Outcome json =
            laptime({"check", "tiny.toml", "--json", "--set", "speed.precision=mixed_float16"});
        QCOMPARE(json.events().size(), 1);
        const QJsonObject plan = json.events()[0];
        QCOMPARE(plan["parameters"].toInt(), 643);
        QCOMPARE(plan["steps_per_epoch"].toInt(), 6);
        QVERIFY(plan["predicted_memory_bytes"].toDouble() > 643 * 4);
        QVERIFY(plan["casts"].toArray().size() > 0);
        QVERIFY(plan["flops_per_sample"].toDouble() > 0);
        QVERIFY(QStringList({"native", "emulated"}).contains(plan["precision"]["support"].toString()));
        const Outcome dump = laptime({"check", "tiny.toml", "--dump", "differentiate"});
        QVERIFY2(dump.status == 0 && dump.out.contains("matmul") &&
                     dump.out.contains("softmax_cross_entropy_grad"),
                 dump.out);
        QVERIFY(!QFile::exists(laptime.path("history.db"))); // it trains nothing and keeps nothing
    }

    void devices() {
        Laptime laptime;
        const QList<QJsonObject> devices = laptime({"devices", "--json"}).events();
        QVERIFY(!devices.isEmpty());
        QCOMPARE(devices[0]["name"].toString(), QString("cpu:0"));
        const QJsonObject precisions = devices[0]["precisions"].toObject();
        QCOMPARE(keys_of(precisions), QStringList({"float32", "float64", "mixed_bfloat16", "mixed_float16"}));
        for (const QString& name : precisions.keys())
            QVERIFY(QStringList({"native", "emulated", "unavailable"})
                        .contains(precisions[name].toObject()["support"].toString()));
        QVERIFY(laptime({"devices"}).out.contains("cpu:0"));
    }

    void runs() {
        Laptime laptime;
        QVERIFY(laptime({"runs", "list"}).out.contains("No runs yet"));
        QCOMPARE(laptime({"runs", "list", "--json"}).out, QByteArray());
        QCOMPARE(laptime({"train", "tiny.toml", "--name", "alpha"}).status, 0);
        QCOMPARE(laptime({"train", "tiny.toml", "--name", "beta"}).status, 0);
        const QList<QJsonObject> all = laptime({"runs", "list", "--json"}).events();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0]["name"].toString(), QString("beta")); // the newest first
        QCOMPARE(keys_of(all[0]), QStringList({"devices", "global_batch", "id", "name", "precision",
                                               "samples_per_second", "started", "status", "strategy", "tags",
                                               "val_accuracy", "val_loss", "wall_s"}));
        QCOMPARE(all[0]["status"].toString(), QString("finished"));

        QCOMPARE(laptime({"runs", "tag", "alp", "paper", "best of all"}).status, 0);
        QCOMPARE(laptime({"runs", "tag", "alpha", "paper", "--remove"}).status, 0);
        QCOMPARE(laptime({"runs", "tag", "alpha", "gone", "--remove"}).status, 2);
        const QList<QJsonObject> tagged =
            laptime({"runs", "list", "--json", "--filter", "tag:\"best of all\""}).events();
        QCOMPARE(tagged.size(), 1);
        QCOMPARE(tagged[0]["name"].toString(), QString("alpha"));
        QCOMPARE(laptime({"runs", "list", "--json", "--filter", "-alpha status:finished"}).events().size(),
                 1);
        QVERIFY(laptime({"runs", "list", "--filter", "nobody"}).out.contains("No run matches"));

        const Outcome shown = laptime({"runs", "show", "alpha"});
        QVERIFY(shown.out.contains("best of all") && shown.out.contains("library = \"mlp\"") &&
                shown.out.contains("epoch"));

        QCOMPARE(laptime({"runs", "delete", "alpha", "nobody"}).status, 2); // one is unknown: none is deleted
        QCOMPARE(laptime({"runs", "list", "--json"}).events().size(), 2);
        QCOMPARE(laptime({"runs", "delete", "alpha"}).status, 0);
        QCOMPARE(laptime({"runs", "list", "--json"}).events().size(), 1);
        QCOMPARE(laptime({"runs", "show", "alpha"}).status, 2);
    }

    void compare_report_export() {
        Laptime laptime;
        for (const char* precision : {"float32", "float64"})
            QCOMPARE(laptime({"train", "tiny.toml", "--name", precision, "--set", "train.repeats=2", "--set",
                              QString("speed.precision=%1").arg(precision)})
                         .status,
                     0);
        // A name that all repeats share stands for them all, as does a list of ids.
        const Outcome by_name = laptime({"compare", "float32", "float64", "--json"});
        QVERIFY2(by_name.status == 0, by_name.err);
        QCOMPARE(by_name.out, laptime({"compare", "1,2", "3,4", "--json"}).out);
        const QJsonObject c = by_name.events().value(0);
        QVERIFY(!c["within_one_run"].toBool());
        QVERIFY(c["speed_up"].toDouble() > 0);
        QVERIFY(QStringList({"faster", "slower", "same", "inconclusive"}).contains(c["verdict"].toString()));
        QVERIFY(!c["confounded"].toBool());
        QCOMPARE(c["quality"]["metric"].toString(), QString("val_accuracy"));
        QVERIFY(laptime({"compare", "1", "3", "--json"}).events().value(0)["within_one_run"].toBool());
        QCOMPARE(laptime({"compare", "1", "2", "3", "--json"}).events().size(), 2);
        QCOMPARE(laptime({"compare", "1,3", "2"}).status, 2); // no repeats of one experiment
        QVERIFY(laptime({"compare", "1", "3"}).out.contains("speed.precision: float32 → float64"));

        for (const char* name : {"r.html", "r.md", "r.csv", "r.json"}) {
            const Outcome report = laptime({"report", "1,2", "3,4", "--out", name});
            QVERIFY2(report.status == 0 && report.out.contains(name), report.err);
            QVERIFY(laptime.read(name).contains("float64"));
        }
        QCOMPARE(laptime({"export", "1", "--out", "e.csv"}).status, 0);
        const QList<QByteArray> rows = laptime.read("e.csv").trimmed().split('\n');
        QCOMPARE(rows.size(), 1 + 24); // every step of 4 epochs of 6
        QCOMPARE(laptime({"export", "1", "--out", "e.jsonl"}).status, 0);
        QCOMPARE(laptime.read("e.jsonl").trimmed().split('\n').size(), 24);
    }

    void history_by_option_and_default() {
        Laptime laptime;
        QCOMPARE(laptime({"train", "tiny.toml", "--history", "other.db"}).status, 0);
        QVERIFY(QFile::exists(laptime.path("other.db")));
        QVERIFY(!QFile::exists(laptime.path("history.db")));
        QCOMPARE(laptime({"--history", "other.db", "runs", "list", "--json"}).events().size(), 1);
        laptime.set("LAPTIME_HISTORY", "");
        QCOMPARE(laptime({"runs", "list", "--json"}).events().size(), 0);
        QVERIFY(QFile::exists(laptime.path("xdg/laptime/history.db")));
    }

    void two_processes_on_one_history() {
        Laptime laptime;
        QProcess first, second;
        laptime.start(first, {"train", "tiny.toml", "--name", "first", "--json"});
        laptime.start(second, {"train", "tiny.toml", "--name", "second", "--json"});
        QVERIFY2(Laptime::finished(first).status == 0, first.readAllStandardError());
        QVERIFY2(Laptime::finished(second).status == 0, second.readAllStandardError());
        const QList<QJsonObject> all = laptime({"runs", "list", "--json"}).events();
        QCOMPARE(all.size(), 2);
        for (const QJsonObject& run : all) {
            QCOMPARE(run["status"].toString(), QString("finished"));
            QCOMPARE(laptime({"export", QString::number(run["id"].toInt()), "--out", "e.csv"}).status, 0);
            QCOMPARE(laptime.read("e.csv").trimmed().split('\n').size(), 25);
        }
    }

    void help_and_version() {
        Laptime laptime;
        const Outcome version = laptime({"--version"});
        QCOMPARE(version.status, 0);
        QVERIFY(version.out.startsWith("laptime "));
        for (const QStringList& command : QList<QStringList>{{},
                                                             {"train"},
                                                             {"check"},
                                                             {"devices"},
                                                             {"runs"},
                                                             {"runs", "list"},
                                                             {"compare"},
                                                             {"report"},
                                                             {"export"},
                                                             {"tune"}}) {
            const Outcome help = laptime(command + QStringList{"--help"});
            QCOMPARE(help.status, 0);
            QVERIFY2(help.out.size() > 80, command.join(' ').toUtf8());
        }
    }
};

QTEST_GUILESS_MAIN(TestCliCommands)
#include "test_cli_commands.moc"
