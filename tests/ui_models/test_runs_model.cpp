// SPDX-License-Identifier: GPL-3.0-or-later
// The runs table: fine-grained updates, what cells say, editing, live values, filter, sorting, repeats as one
// row.
#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/history/made_runs.h"
#include "ui/models/runs_filter_proxy.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

RunRow row(RunId id, const char* name, double rate = not_measured, RunId group = 0) {
    RunRow one;
    one.id = id;
    one.name = name;
    one.status = RunStatus::finished;
    one.model = "cnn";
    one.precision = "float32";
    one.devices = {"cpu:0"};
    one.global_batch = 128;
    one.samples_per_second = rate;
    one.started = 1'000'000 * id;
    one.steps = 100;
    one.group = group ? group : id;
    return one;
}

RunRows rows(std::vector<RunRow> list) {
    return std::make_shared<const std::vector<RunRow>>(std::move(list));
}

QString plain(const QVariant& value) {
    return value.toString().replace(QChar(0x00A0), QLatin1Char(' '));
}

} // namespace

class TestRunsModel : public QObject {
    Q_OBJECT
    using Tester = QAbstractItemModelTester;

private slots:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void changesRowByRow() {
        RunsModel model(nullptr, nullptr);
        Tester tester(&model, Tester::FailureReportingMode::QtTest);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset),
            inserted(&model, &QAbstractItemModel::rowsInserted),
            removed(&model, &QAbstractItemModel::rowsRemoved),
            changed(&model, &QAbstractItemModel::dataChanged);
        model.setRows(rows({row(3, "c"), row(2, "b"), row(1, "a")}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(inserted.size(), 1);
        const QPersistentModelIndex two(model.indexOf(2));

        model.setRows(rows({row(4, "d"), row(3, "c"), row(2, "renamed"), row(1, "a")}));
        QCOMPARE(inserted.size(), 2);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(two.row(), 2);
        QCOMPARE(two.data().toString(), QStringLiteral("renamed"));

        model.setRows(rows({row(4, "d"), row(3, "c"), row(2, "renamed"), row(1, "a")}));
        QCOMPARE(changed.size(), 1); // the same again is no change, NaN or not

        model.setRows(rows({row(4, "d"), row(2, "renamed")}));
        QCOMPARE(removed.size(), 2);
        QCOMPARE(two.row(), 1);
        model.setRows(rows({row(2, "renamed"), row(4, "d")}));
        QCOMPARE(two.row(), 0);
        QCOMPARE(reset.size(), 0);
        model.setRows(rows({}));
        QVERIFY(!two.isValid());
    }

    void cellsSayNumbersWithTheirForm() {
        RunsModel model(nullptr, nullptr);
        RunRow one = row(1, "a", 12'345);
        one.val_accuracy = 0.9053;
        one.val_loss = 0.28714;
        one.wall_s = 185;
        one.tags = {"paper", "x"};
        one.error = "why it failed";
        model.setRows(rows({one}));
        const auto cell = [&](int column) { return plain(model.index(0, column).data()); };
        QCOMPARE(cell(RunsModel::Throughput), QStringLiteral("12.3 k"));
        QCOMPARE(cell(RunsModel::ValAccuracy), QStringLiteral("90.53 %"));
        QCOMPARE(cell(RunsModel::ValLoss), QStringLiteral("0.2871"));
        QCOMPARE(cell(RunsModel::WallTime), QStringLiteral("3:05 min"));
        QCOMPARE(cell(RunsModel::TimeToTarget), QStringLiteral("–"));
        QCOMPARE(cell(RunsModel::Tags), QStringLiteral("paper, x"));
        QCOMPARE(cell(RunsModel::State), QStringLiteral("finished"));
        QCOMPARE(cell(RunsModel::SpeedUp), QString()); // no baseline, nothing to say
        QCOMPARE(model.index(0, RunsModel::Throughput).data(RunsModel::SortRole).toDouble(), 12'345.0);
        QVERIFY(model.index(0, RunsModel::Throughput).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QCOMPARE(model.index(0, RunsModel::State).data(Qt::ToolTipRole).toString(),
                 QStringLiteral("why it failed"));
        for (int column = 0; column < RunsModel::ColumnCount; ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
    }

    void plainSpeedUpAgainstTheBaseline() {
        RunsModel model(nullptr, nullptr);
        model.setRows(rows({row(3, "c"), row(2, "b", 18'300), row(1, "a", 10'000)}));
        QSignalSpy pinned(&model, &RunsModel::baselineChanged);
        model.setBaseline(1);
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(model.indexOf(1, RunsModel::SpeedUp).data().toString(), QStringLiteral("baseline"));
        QVERIFY(model.indexOf(1).data(RunsModel::BaselineRole).toBool());
        QCOMPARE(model.indexOf(2, RunsModel::SpeedUp).data().toString(), QStringLiteral("1.83×"));
        QCOMPARE(model.indexOf(3, RunsModel::SpeedUp).data().toString(), QStringLiteral("–"));
        model.setRows(rows({row(3, "c"), row(2, "b", 18'300)})); // the baseline was deleted
        QCOMPARE(model.indexOf(2, RunsModel::SpeedUp).data().toString(), QString());
    }

    void editsAreAskedFor() {
        RunsModel model(nullptr, nullptr);
        model.setRows(rows({row(1, "a")}));
        QString name, note;
        QStringList tags;
        connect(&model, &RunsModel::renameRequested, this, [&](RunId, const QString& text) { name = text; });
        connect(&model, &RunsModel::noteRequested, this, [&](RunId, const QString& text) { note = text; });
        connect(&model, &RunsModel::tagsRequested, this,
                [&](RunId, const QStringList& list) { tags = list; });
        QVERIFY(model.setData(model.index(0, RunsModel::Name), QStringLiteral("  new ")));
        QVERIFY(!model.setData(model.index(0, RunsModel::Name), QStringLiteral("  ")));
        QVERIFY(model.setData(model.index(0, RunsModel::Note), QStringLiteral("n")));
        QVERIFY(model.setData(model.index(0, RunsModel::Tags), QStringLiteral("x, y x")));
        QVERIFY(!model.setData(model.index(0, RunsModel::Batch), 5));
        QCOMPARE(name, QStringLiteral("new"));
        QCOMPARE(note, QStringLiteral("n"));
        QCOMPARE(tags, QStringList({QStringLiteral("x"), QStringLiteral("y")}));
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("a")); // until the history says so
    }

    void ticksChooseWhatIsDrawn() {
        RunsModel model(nullptr, nullptr);
        model.setRows(rows({row(2, "b"), row(1, "a")}));
        QSignalSpy shown(&model, &RunsModel::shownChanged);
        QVERIFY(model.setData(model.indexOf(1), Qt::Checked, Qt::CheckStateRole));
        model.setShown(2, true);
        QCOMPARE(model.shown(), QList<RunId>({1, 2}));
        QCOMPARE(model.indexOf(1).data(Qt::CheckStateRole).toInt(), static_cast<int>(Qt::Checked));
        model.setRows(rows({row(2, "b")}));
        QCOMPARE(model.shown(), QList<RunId>({2})); // a deleted run is drawn no more
        QCOMPARE(shown.size(), 3);
    }

    void liveValues() {
        LiveHub hub;
        RunsModel model(nullptr, &hub);
        RunRow running = row(7, "live");
        running.status = RunStatus::queued;
        model.setRows(rows({running}));
        auto observer = hub.observerFactory()(7);
        RunStart start;
        start.global_batch = 128;
        start.total_steps = 200;
        observer->on_start(start);
        StepPoint point;
        point.step = 50;
        point.step_ms = 10;
        point.wall_s = 12.34;
        observer->on_steps({&point, 1});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        hub.drain();
        QCOMPARE(model.index(0, RunsModel::State).data().toString(), QStringLiteral("running"));
        QCOMPARE(plain(model.index(0, RunsModel::Throughput).data()), QStringLiteral("12.8 k"));
        QCOMPARE(model.index(0, 0).data(RunsModel::ProgressRole).toDouble(), 0.25);
        QCOMPARE(model.shown(), QList<RunId>({7})); // it is what one wants to see
        changed.clear();
        observer->on_steps({&point, 1});
        hub.drain();
        QTRY_VERIFY(!changed.isEmpty());
        observer->on_end({});
        hub.drain();
        QVERIFY(std::isnan(model.index(0, 0).data(RunsModel::ProgressRole).toDouble()));
    }

    void filterAndError() {
        RunsModel model(nullptr, nullptr);
        RunRow tagged = row(2, "bfloat run", 10);
        tagged.tags = {"paper"};
        model.setRows(rows({row(3, "other", 5), tagged, row(1, "a", 20)}));
        RunsFilterProxy proxy(&model);
        Tester tester(&proxy, Tester::FailureReportingMode::QtTest);
        QVERIFY(proxy.setExpression(QStringLiteral("tag:paper")));
        QCOMPARE(proxy.rowCount(), 1);
        QCOMPARE(proxy.runAt(proxy.index(0, 0)), 2);
        QSignalSpy error(&proxy, &RunsFilterProxy::errorChanged);
        QVERIFY(!proxy.setExpression(QStringLiteral("batch>many")));
        QVERIFY(!proxy.error().isEmpty());
        QCOMPARE(proxy.rowCount(), 1); // the last good one holds
        QVERIFY(proxy.setExpression(QString()));
        QCOMPARE(proxy.rowCount(), 3);
        QCOMPARE(error.size(), 2);
        // A run that comes to match appears, one that no longer does goes.
        proxy.setExpression(QStringLiteral("samples_per_second>15"));
        QCOMPARE(proxy.rowCount(), 1);
        model.setRows(rows({row(3, "other", 50), tagged, row(1, "a", 2)}));
        QCOMPARE(proxy.rowCount(), 1);
        QCOMPARE(proxy.runAt(proxy.index(0, 0)), 3);
    }

    void sortsWithMissingValuesLast() {
        RunsModel model(nullptr, nullptr);
        model.setRows(
            rows({row(5, "run 10", 5), row(4, "run 9"), row(3, "Run 1", 20), row(2, "x"), row(1, "a", 10)}));
        RunsFilterProxy proxy(&model);
        const auto order = [&] {
            QList<RunId> ids;
            for (int i = 0; i < proxy.rowCount(); ++i)
                ids.append(proxy.runAt(proxy.index(i, 0)));
            return ids;
        };
        proxy.sort(RunsModel::Throughput, Qt::AscendingOrder);
        QCOMPARE(order().first(3), QList<RunId>({5, 1, 3}));
        proxy.sort(RunsModel::Throughput, Qt::DescendingOrder);
        QCOMPARE(order().first(3), QList<RunId>({3, 1, 5}));
        proxy.sort(RunsModel::Name, Qt::AscendingOrder);
        QCOMPARE(order(), QList<RunId>({1, 3, 4, 5, 2})); // 9 before 10, whatever the letters' case
        proxy.sort(RunsModel::When, Qt::DescendingOrder);
        QCOMPARE(order(), QList<RunId>({5, 4, 3, 2, 1}));
    }

    void repeatsAsOneRow() {
        RunsModel model(nullptr, nullptr);
        model.setRows(
            rows({row(4, "alone", 1), row(3, "set", 30, 1), row(2, "set", 20, 1), row(1, "set", 10, 1)}));
        RunsFilterProxy proxy(&model);
        Tester tester(&proxy, Tester::FailureReportingMode::QtTest);
        model.setGrouped(true);
        QCOMPARE(proxy.rowCount(), 2);
        const QModelIndex head = proxy.indexOf(1, RunsModel::Throughput);
        QVERIFY(head.isValid());
        QCOMPARE(plain(head.data()), QStringLiteral("20.0 ± 10"));
        QVERIFY(proxy.indexOf(1).data().toString().contains(QLatin1Char('3')));
        QCOMPARE(head.data(RunsModel::GroupSizeRole).toInt(), 3);
        // The first of the set is deleted: the next one stands for it.
        model.setRows(rows({row(4, "alone", 1), row(3, "set", 30, 1), row(2, "set", 20, 1)}));
        QCOMPARE(proxy.rowCount(), 2);
        QVERIFY(proxy.indexOf(2).isValid());
        model.setGrouped(false);
        QCOMPARE(proxy.rowCount(), 3);
    }

    void intervalOfEndedRunsComesInTheBackground() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("history.db"));
        std::vector<RunId> ids;
        {
            const auto history = History::open(path.toStdString());
            for (int i = 0; i < 2; ++i) {
                const Experiment experiment = made::experiment(i);
                const made::Run run = made::run(experiment, 800);
                ids.push_back(history->add_run(experiment, {}));
                history->begin(ids.back(), run.start, {}, "", "", "");
                history->append(ids.back(), run.steps, run.epochs, {});
                history->end(ids.back(), run.end);
            }
        }
        HistoryService service(path);
        RunsModel model(&service, nullptr);
        service.start();
        QTRY_COMPARE(model.rowCount(), 2);
        model.setBaseline(ids[0]);
        const QModelIndex cell = model.indexOf(ids[1], RunsModel::SpeedUp);
        QVERIFY(cell.data().toString().contains(
            QChar(0x00D7))); // at once: the plain ratio, and the question is asked
        QTRY_VERIFY_WITH_TIMEOUT(cell.data(RunsModel::VerdictRole).toInt() >= 0, 30'000);
        const double low = cell.data(RunsModel::LowRole).toDouble(),
                     high = cell.data(RunsModel::HighRole).toDouble();
        const double ratio = cell.data(RunsModel::SortRole).toDouble();
        QVERIFY(low <= ratio * 1.05 && high >= ratio * 0.95);
        QVERIFY(!cell.data(Qt::ToolTipRole).toString().isEmpty());
        QTRY_COMPARE(service.setting(QStringLiteral("baseline")), QString::number(ids[0])); // it is kept
    }
};

QTEST_MAIN(TestRunsModel)
#include "test_runs_model.moc"
