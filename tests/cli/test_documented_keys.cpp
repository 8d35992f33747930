// SPDX-License-Identifier: Apache-2.0
// docs/experiment-file.md names every key that the experiment file can have, and no other; with the right
// defaults.
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "engine/core/error.h"
#include "engine/experiment/read_experiment.h"
#include "engine/model/library.h"

using namespace laptime;

namespace {

QString page() {
    QFile file(LAPTIME_EXPERIMENT_PAGE);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The text under "## [train]" or "### [data.augment]", up to the next title of any rank.
QString chapter(const QString& section) {
    const QString all = page();
    const auto from = all.indexOf("# [" + section + "]\n");
    return from < 0 ? QString() : all.mid(from, all.indexOf("\n#", from + 1) - from);
}

/// Keys in the first column of a chapter's tables.
QStringList documented(const QString& section) {
    static const QRegularExpression row("^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\|",
                                        QRegularExpression::MultilineOption),
        key("`([a-z_]+)`");
    QStringList keys;
    for (auto rows = row.globalMatch(chapter(section)); rows.hasNext();)
        for (auto found = key.globalMatch(rows.next().captured(1)); found.hasNext();)
            keys << found.next().captured(1);
    keys.sort();
    return keys;
}

/// Keys that the parser knows there: it names them all to who asks for one that is like none of them.
QStringList known(const QString& section) {
    try {
        parse_experiment(("[" + section + "]\nqqqqqqqqqqqqqqqqqqqq = 1\n").toStdString());
    } catch (const InvalidExperiment& error) {
        const QString message = QString::fromStdString(error.problems().at(0).message);
        static const QRegularExpression behind("known are (.*)$");
        QStringList keys = behind.match(message).captured(1).split(QRegularExpression("'?(, | and | or )'?"));
        keys.sort();
        return keys;
    }
    return {};
}

} // namespace

class TestDocumentedKeys : public QObject {
    Q_OBJECT

private slots:
    void sections_data() {
        QTest::addColumn<QString>("section");
        for (const char* section : {"data", "data.augment", "speed", "train"})
            QTest::newRow(section) << section;
    }
    void sections() {
        QFETCH(QString, section);
        QVERIFY2(known(section).size() >= 6, qPrintable(known(section).join(", ")));
        QStringList keys = known(section);
        keys.removeOne(u"augment"); // a section of its own
        QCOMPARE(documented(section).join(" "), keys.join(" "));
    }

    void model() {
        QStringList keys = known("model");
        for (const ModelOptionInfo& option : model_options("cnn")) // documented in models.md
            keys.removeOne(QString::fromStdString(option.name));
        QCOMPARE(documented("model").join(" "), keys.join(" "));
        for (const std::string& name : model_names())
            QVERIFY2(chapter("model").contains("`" + QString::fromStdString(name) + "`"), name.c_str());
    }

    void schedule() {
        const QString train = chapter("train");
        for (const QString& key : known("train.learning_rate"))
            QVERIFY2(train.contains("`" + key + "`"), qPrintable(key));
    }

    void defaults() {
        // A number or word in the second column is the default of an empty file.
        const std::string usual = write_experiment(Experiment{});
        static const QRegularExpression row("^\\| `([a-z_]+)` \\| `([^`]+)` \\|",
                                            QRegularExpression::MultilineOption);
        int compared = 0;
        for (const QString section : {"data", "data.augment", "model", "speed", "train"})
            for (auto rows = row.globalMatch(chapter(section)); rows.hasNext();) {
                const auto match = rows.next();
                // Said in a file, it changes nothing.
                Experiment said;
                try {
                    said = parse_experiment(QString("[%1]\n%2 = %3\n")
                                                .arg(section, match.captured(1), match.captured(2))
                                                .toStdString());
                } catch (const InvalidExperiment& error) {
                    QFAIL(error.what());
                }
                QVERIFY2(write_experiment(said) == usual, qPrintable(match.captured(0)));
                ++compared;
            }
        QVERIFY2(compared > 35, qPrintable(QString::number(compared)));
    }

    void examples() {
        static const QRegularExpression block("```toml\n(.*?)```",
                                              QRegularExpression::DotMatchesEverythingOption);
        int read = 0;
        for (auto blocks = block.globalMatch(page()); blocks.hasNext(); ++read)
            parse_experiment(blocks.next().captured(1).toStdString());
        QVERIFY(read > 0);
    }
};

QTEST_GUILESS_MAIN(TestDocumentedKeys)
#include "test_documented_keys.moc"
