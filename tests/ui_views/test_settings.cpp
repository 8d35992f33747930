// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept comes back; what a hand has damaged falls back.
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/settings/settings.h"

using namespace laptime::ui;

class TestSettings : public QObject {
    Q_OBJECT

private slots:
    void keepsValuesOverAStart();
    void wrongValuesFallBack();
    void themeTellsOnlyChanges();
    void overrideIsNotKept();

private:
    std::unique_ptr<QSettings> store() {
        return std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    }
    QTemporaryDir m_folder;
};

void TestSettings::keepsValuesOverAStart() {
    const CurvePreferences curves{QStringLiteral("time"), 0.25, true, true, false};
    {
        Settings settings(store());
        QCOMPARE(settings.theme(), ThemeChoice::System);
        QCOMPARE(settings.curves(), CurvePreferences());
        settings.setTheme(ThemeChoice::Dark);
        settings.setCurves(curves);
        settings.setExperiment(QStringLiteral("name = \"a\"\n[train]\nepochs = 2\n"));
        settings.setWindow("geometry", "layout");
        settings.setRunsHeader(QByteArray("\0\1\2", 3));
        settings.setFolder(QStringLiteral("/somewhere"));
    }
    Settings settings(store());
    QCOMPARE(settings.theme(), ThemeChoice::Dark);
    QCOMPARE(settings.curves(), curves);
    QCOMPARE(settings.experiment(), QStringLiteral("name = \"a\"\n[train]\nepochs = 2\n"));
    QCOMPARE(settings.windowGeometry(), QByteArray("geometry"));
    QCOMPARE(settings.windowLayout(), QByteArray("layout"));
    QCOMPARE(settings.runsHeader(), QByteArray("\0\1\2", 3));
    QCOMPARE(settings.folder(), QStringLiteral("/somewhere"));
}

void TestSettings::wrongValuesFallBack() {
    auto raw = store();
    raw->setValue(QStringLiteral("window/theme"), QStringLiteral("pink"));
    raw->setValue(QStringLiteral("curves/smoothing"), 7);
    Settings settings(std::move(raw));
    QCOMPARE(settings.theme(), ThemeChoice::System);
    QVERIFY(settings.curves().smoothing < 1);
}

void TestSettings::themeTellsOnlyChanges() {
    Settings settings(store());
    settings.setTheme(ThemeChoice::Light);
    QSignalSpy spy(&settings, &Settings::themeChanged);
    settings.setTheme(ThemeChoice::Light);
    QCOMPARE(spy.count(), 0);
    settings.setTheme(ThemeChoice::Dark);
    QCOMPARE(spy.count(), 1);
}

void TestSettings::overrideIsNotKept() {
    {
        Settings settings(store());
        settings.setTheme(ThemeChoice::Light);
        settings.overrideTheme(ThemeChoice::Dark);
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
    }
    Settings settings(store());
    QCOMPARE(settings.theme(), ThemeChoice::Light);
}

QTEST_MAIN(TestSettings)
#include "test_settings.moc"
