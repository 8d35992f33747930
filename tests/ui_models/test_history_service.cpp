// SPDX-License-Identifier: GPL-3.0-or-later
// The history in the background: rows, changes, settings, queries and errors all arrive on the screen's
// thread.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include "tests/history/made_runs.h"
#include "ui/models/history_service.h"

using namespace laptime;
using namespace laptime::ui;

class TestHistoryService : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath(QStringLiteral("history.db")); }
    RunId add(const char* name) const {
        const auto history = History::open(path().toStdString());
        Experiment experiment = made::experiment(0);
        experiment.name = name;
        return history->add_run(experiment, {});
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void deliversRowsAndTheirChanges() {
        const RunId first = add("first");
        HistoryService service(path());
        QSignalSpy opened(&service, &HistoryService::opened), rows(&service, &HistoryService::rowsChanged);
        service.start();
        QTRY_COMPARE(opened.size(), 1);
        QTRY_COMPARE(rows.size(), 1);
        QVERIFY(service.row(first));
        QCOMPARE(service.row(first)->name, std::string("first"));
        QVERIFY(!service.row(999));

        const RunId second = add("second"); // another connection, as another process would
        QTRY_VERIFY(service.row(second));
        QCOMPARE(service.rows()->front().id, second);
    }

    void carriesOutChanges() {
        const RunId run = add("old");
        HistoryService service(path());
        service.start();
        service.rename(run, QStringLiteral("new"));
        service.setTags(run, {QStringLiteral("paper"), QStringLiteral("läuft")});
        service.setNote(run, QStringLiteral("a note"));
        QTRY_VERIFY(service.row(run) && service.row(run)->note == "a note");
        QCOMPARE(service.row(run)->name, std::string("new"));
        QCOMPARE(service.row(run)->tags.size(), std::size_t{2});
    }

    void changesOutliveTheWindow() {
        const RunId run = add("old");
        {
            HistoryService service(path());
            service.start();
            service.rename(run, QStringLiteral("renamed just before closing"));
        }
        QCOMPARE(History::open(path().toStdString())->run(run).row.name,
                 std::string("renamed just before closing"));
    }

    void tellsWhatCouldNotBeChanged() {
        add("any");
        HistoryService service(path());
        QSignalSpy failed(&service, &HistoryService::changeFailed);
        service.start();
        service.rename(999, QStringLiteral("nobody"));
        QTRY_COMPARE(failed.size(), 1);
        QVERIFY(!failed[0][0].toString().isEmpty());
        QVERIFY(failed[0][1].toString().contains(QLatin1String("999")));
    }

    void watchesSettings() {
        add("any");
        HistoryService service(path());
        service.watchSetting(QStringLiteral("baseline"));
        QSignalSpy changed(&service, &HistoryService::settingChanged);
        service.start();
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(changed[0][1].toString(), QString());
        service.setSetting(QStringLiteral("baseline"), QStringLiteral("1"));
        QTRY_COMPARE(changed.size(), 2);
        QCOMPARE(service.setting(QStringLiteral("baseline")), QStringLiteral("1"));
    }

    void queriesRunElsewhereAndAnswerHere() {
        const RunId run = add("any");
        HistoryService service(path());
        service.start();
        QThread* screen = QThread::currentThread();
        bool elsewhere = false, here = false, refusedHere = false;
        QString name, error;
        service.query(
            this,
            [&elsewhere, run, screen](History& history) {
                elsewhere = QThread::currentThread() != screen;
                return history.run(run);
            },
            [&](RunDetails details) {
                here = QThread::currentThread() == screen;
                name = QString::fromStdString(details.row.name);
            });
        service.query(
            this, [](History& history) { return history.run(999); },
            [](RunDetails) { QFAIL("there is no such run"); },
            [&](const QString& message) {
                refusedHere = QThread::currentThread() == screen;
                error = message;
            });
        QTRY_VERIFY(refusedHere);
        QVERIFY(elsewhere && here);
        QCOMPARE(name, QStringLiteral("any"));
        QVERIFY(!error.isEmpty());
    }

    void noAnswerToSomeoneGone() {
        add("any");
        HistoryService service(path());
        service.start();
        auto asker = std::make_unique<QObject>();
        bool answered = false, later = false;
        service.query(
            asker.get(), [](History& history) { return history.runs(); },
            [&](const std::vector<RunRow>&) { answered = true; });
        asker.reset();
        service.query(
            this, [](History& history) { return history.runs(); },
            [&](const std::vector<RunRow>&) { later = true; });
        QTRY_VERIFY(later);
        QVERIFY(!answered);
    }

    void tellsWhenTheFileIsNoHistory() {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("this is a letter, not a data base\n").repeated(100));
        file.close();
        HistoryService service(path());
        QSignalSpy opened(&service, &HistoryService::opened), failed(&service, &HistoryService::openFailed),
            refused(&service, &HistoryService::changeFailed);
        service.rename(1, QStringLiteral("x")); // asked for before it is known
        service.start();
        // Whether a damaged file is refused or moved aside is the history's decision; either is told, nothing
        // hangs.
        QTRY_VERIFY(opened.size() + failed.size() == 1);
        if (failed.size() == 1) {
            service.rename(1, QStringLiteral("y"));
            QTRY_COMPARE(refused.size(), 2);
            QVERIFY(QFile::exists(path()));
        } else {
            QVERIFY(!opened[0][0].toString().isEmpty());
        }
    }
};

QTEST_GUILESS_MAIN(TestHistoryService)
#include "test_history_service.moc"
