// SPDX-License-Identifier: Apache-2.0
// Every experiment that Laptime ships, and every one that its documentation shows, is one that it can read.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"

using namespace laptime;

namespace {

QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestShippedExperiments : public QObject {
    Q_OBJECT

    const QDir root_{LAPTIME_SOURCE_DIR};

    void check(const QString& name, const QString& toml) {
        try {
            parse_experiment(toml.toStdString());
        } catch (const InvalidInput& error) {
            QFAIL(qPrintable(name + ": " + error.what()));
        }
    }

private slots:
    void files() {
        const QDir folder(root_.filePath("packaging/experiments"));
        const QStringList names = folder.entryList({"*.toml"});
        QVERIFY(!names.isEmpty());
        for (const QString& name : names)
            check(name, text_of(folder.filePath(name)));
    }

    void documentation_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("README.md") << "README.md";
        QTest::newRow("docs/experiment-file.md") << "docs/experiment-file.md";
    }
    void documentation() {
        QFETCH(QString, file);
        static const QRegularExpression block("```toml\n(.*?)```",
                                              QRegularExpression::DotMatchesEverythingOption);
        auto blocks = block.globalMatch(text_of(root_.filePath(file)));
        QVERIFY(blocks.hasNext());
        while (blocks.hasNext())
            check(file, blocks.next().captured(1));
    }
};

QTEST_GUILESS_MAIN(TestShippedExperiments)
#include "test_shipped_experiments.moc"
