// SPDX-License-Identifier: Apache-2.0
// The language of the runs' filter: what matches, and which terms are refused by name.
#include <QtTest/QtTest>

#include "engine/history/run_filter.h"

using namespace laptime;

namespace {

RunRow sample_row() {
    RunRow row;
    row.id = 12;
    row.name = "Fashion CNN bf16";
    row.status = RunStatus::finished;
    row.model = "cnn";
    row.dataset = "fashion-mnist";
    row.optimizer = "adam";
    row.precision = "mixed_bfloat16";
    row.strategy = "single";
    row.devices = {"cpu:0"};
    row.global_batch = 128;
    row.samples_per_second = 12500;
    row.val_accuracy = 0.912;
    row.steps = 2345;
    row.seed = 3;
    row.tags = {"paper", "Final Round"};
    row.note = "with 50 % dropout";
    return row;
}

} // namespace

class TestRunFilter : public QObject {
    Q_OBJECT
private slots:
    void matches_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* filter, bool matches) {
            QTest::newRow(filter) << QString(filter) << matches;
        };
        row("", true);
        row("   ", true);
        row("fashion", true);
        row("FASHION cnn", true);
        row("fashion resnet", false);
        row("paper", true);
        row("dropout", true);
        row("-resnet", true);
        row("-cnn", false);
        row("\"cnn bf16\"", true);
        row("\"bf16 cnn\"", false);
        row("-\"cnn bf16\"", false);
        row("tag:paper", true);
        row("tag:pap", false);
        row("tag:\"final round\"", true);
        row("-tag:paper", false);
        row("precision:mixed_bfloat16", true);
        row("precision:bfloat16", true);
        row("precision:float16", false);
        row("precision:float32", false);
        row("status:finished", true);
        row("-status:failed", true);
        row("model:cnn", true);
        row("model:cn", false);
        row("data:mnist", true);
        row("device:cpu", true);
        row("device:cpu:0", true);
        row("device:cpu:1", false);
        row("device:cuda", false);
        row("val_accuracy>0.9", true);
        row("accuracy>=0.912", true);
        row("val_accuracy>0.912", false);
        row("samples_per_second<1e4", false);
        row("samples_per_second<=1.25e4", true);
        row("batch:128", true);
        row("batch=64", false);
        row("id:12", true);
        row("seed:3 steps>2000", true);
        row("val_loss<100", false); // not measured: never matches …
        row("-val_loss<100", true); // … so its opposite does
        row("tag:paper -status:failed val_accuracy>0.9 cnn", true);
        row("note:dropout", true);
        row("optimizer:ADAM", true);
    }
    void matches() {
        QFETCH(QString, filter);
        QFETCH(bool, matches);
        QCOMPARE(RunFilter(filter.toStdString()).matches(sample_row()), matches);
    }

    void refuses_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* filter, const char* named) {
            QTest::newRow(filter) << QString(filter) << QString(named);
        };
        row("cnn statsu:finished", "statsu:finished");
        row("status:done", "unknown status \"done\"");
        row("val_accuracy>high", "\"high\" is not a number");
        row("val_accuracy>", "val_accuracy>");
        row("val_accuracy>0.9x", "0.9x");
        row("name>3", "name>3");
        row("tag:", "tag:");
        row("\"open", "quotation mark");
        row("synthetic:8x8x1/2", "quotation marks");
    }
    void refuses() {
        QFETCH(QString, filter);
        QFETCH(QString, named);
        try {
            RunFilter{filter.toStdString()};
            QFAIL("accepted");
        } catch (const InvalidInput& error) {
            QVERIFY2(QString(error.what()).contains(named), error.what());
        }
    }

    void quoted_text_with_colon_is_a_word() {
        RunRow row = sample_row();
        row.dataset = "synthetic:8x8x1/2";
        QVERIFY(RunFilter("\"synthetic:8x8\"").matches(row));
        QVERIFY(!RunFilter("\"synthetic:9\"").matches(row));
    }
};

QTEST_GUILESS_MAIN(TestRunFilter)
#include "test_run_filter.moc"
