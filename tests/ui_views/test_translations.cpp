// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the window has a Simplified Chinese translation, with the same placeholders, and it is loaded
// by locale.
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "ui/settings/language.h"

using namespace Qt::StringLiterals;
using namespace laptime::ui;

namespace {

struct Message {
    QString context, source, type;
    QStringList translations;
    bool numerus = false;
};

QList<Message> readMessages(const QString& path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == u"message")
            messages.append({context, {}, {}, {}, xml.attributes().value(u"numerus"_s) == u"yes"});
        else if (xml.isStartElement() && xml.name() == u"source")
            messages.last().source = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == u"translation") {
            Message& message = messages.last();
            message.type = xml.attributes().value(u"type"_s).toString();
            if (message.numerus) {
                while (xml.readNextStartElement())
                    message.translations += xml.readElementText();
            } else {
                message.translations += xml.readElementText();
            }
        }
    }
    return messages;
}

QSet<QString> placeholders(const QString& text) {
    static const QRegularExpression pattern(u"%[0-9n]"_s);
    QSet<QString> found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found.insert(match.next().captured());
    return found;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsTranslated();
    void loadsByLocale();
};

void TestTranslations::everyTextIsTranslated() {
    // lupdate adds what the sources say now and the file does not know, so nothing can be forgotten.
    QTemporaryDir folder;
    const QString copy = folder.filePath(u"laptime_zh_CN.ts"_s);
    const QString sources = QStringLiteral(LAPTIME_SOURCES);
    QVERIFY(QFile::copy(sources + u"/resources/translations/laptime_zh_CN.ts"_s, copy));
    QProcess lupdate;
    lupdate.setWorkingDirectory(sources);
    lupdate.start(QStringLiteral(LAPTIME_LUPDATE),
                  {u"-silent"_s, u"-no-obsolete"_s, u"-extensions"_s, u"cpp,h"_s, u"-I"_s, u"."_s, u"ui"_s,
                   u"app/desktop"_s, u"-ts"_s, copy});
    QVERIFY(lupdate.waitForFinished(60000));
    QVERIFY2(lupdate.exitCode() == 0, lupdate.readAllStandardError().constData());

    const QList<Message> messages = readMessages(copy);
    QVERIFY(messages.size() > 150);
    QStringList wrong;
    for (const Message& message : messages) {
        const QString what = message.context + u": "_s + message.source;
        if (!message.type.isEmpty() || message.translations.isEmpty() ||
            message.translations.contains(QString()))
            wrong += u"not translated – "_s + what;
        for (const QString& translation : message.translations) {
            QSet<QString> missing = placeholders(message.source);
            missing.subtract(placeholders(translation));
            if (!translation.isEmpty() && !missing.isEmpty())
                wrong += u"placeholder lost – "_s + what;
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void TestTranslations::loadsByLocale() {
    QVERIFY(!installLanguage(*QCoreApplication::instance(), u"en"_s));
    QCOMPARE(QCoreApplication::translate("laptime::ui::Actions", "&Launch"), u"&Launch"_s);
    QVERIFY(installLanguage(*QCoreApplication::instance(), u"zh_CN"_s));
    QVERIFY(QCoreApplication::translate("laptime::ui::Actions", "&Launch") != u"&Launch"_s);
}

QTEST_MAIN(TestTranslations)
#include "test_translations.moc"
