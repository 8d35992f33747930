// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers, times and colours look.
#include <QTest>
#include <QTimeZone>

#include <cmath>

#include "engine/experiment/run_events.h"
#include "ui/models/numbers.h"
#include "ui/models/run_colors.h"

using namespace laptime;
using namespace laptime::ui;

namespace {

/// No-break spaces as ordinary ones, to be readable here.
QString plain(QString text) {
    return text.replace(QChar(0x00A0), QLatin1Char(' '));
}

/// WCAG 2.1 relative luminance and contrast.
double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double high = std::max(luminance(a), luminance(b)), low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

} // namespace

class TestNumbers : public QObject {
    Q_OBJECT
private slots:
    void init() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void si_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, const char* text) {
            QTest::newRow(text) << value << QString::fromUtf8(text);
        };
        row(0, "0");
        row(0.4238, "0.424");
        row(7.5, "7.50");
        row(42, "42.0");
        row(999.4, "999");
        row(999.6, "1.00 k");
        row(12'345, "12.3 k");
        row(1'052'000, "1.05 M");
        row(-1500, "-1.50 k");
        row(2e-5, "2.0e-05");
        row(not_measured, "–");
    }
    void si() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(plain(siNumber(value)), text);
    }

    void units() {
        QCOMPARE(plain(siNumber(12'345, QStringLiteral("samples/s"))), QStringLiteral("12.3 k samples/s"));
        QCOMPARE(siNumber(not_measured, QStringLiteral("samples/s")), QStringLiteral("–"));
        QCOMPARE(plain(bytesText(212e6)), QStringLiteral("212 MB"));
        QCOMPARE(plain(bytesText(512)), QStringLiteral("512 B"));
        QCOMPARE(plain(percent(0.9053)), QStringLiteral("90.53 %"));
        QCOMPARE(wholeNumber(60000), QStringLiteral("60,000"));
    }

    void losses() {
        QCOMPARE(lossText(0.28714), QStringLiteral("0.2871"));
        QCOMPARE(lossText(2.30258), QStringLiteral("2.303"));
        QCOMPARE(lossText(3e-5), QStringLiteral("3.00e-05"));
        QCOMPARE(lossText(1e7), QStringLiteral("1.00e+07"));
    }

    void ratios() {
        const QString times = QString(QChar(0x00D7));
        QCOMPARE(ratioText(1.834), QStringLiteral("1.83") + times);
        QCOMPARE(plain(ratioText(1.83, 1.79, 1.87)),
                 QStringLiteral("1.83") + times + QStringLiteral(" ± 0.04"));
        QCOMPARE(plain(ratioText(1.83, 1.6, 2.3)),
                 QStringLiteral("1.83") + times + QStringLiteral(" (1.60–2.30)"));
        QCOMPARE(ratioText(1.83, not_measured, not_measured), ratioText(1.83));
        QCOMPARE(ratioText(not_measured), QStringLiteral("–"));
    }

    void durations_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        const auto row = [](double seconds, const char* text) {
            QTest::newRow(text) << seconds << QString::fromUtf8(text);
        };
        row(0, "0 s");
        row(0.00042, "0.420 ms");
        row(0.42, "420 ms");
        row(0.9999, "1.00 s");
        row(42.34, "42.3 s");
        row(59.97, "1:00 min");
        row(185, "3:05 min");
        row(3753, "1:02:33 h");
        row(2 * 86400 + 3 * 3600, "2 d 03 h");
        row(not_measured, "–");
        row(-1, "–");
    }
    void durations() {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(plain(duration(seconds)), text);
    }

    void decimalCommaOfTheLocale() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(plain(siNumber(12'345)), QStringLiteral("12,3 k"));
        QCOMPARE(plain(percent(0.9053)), QStringLiteral("90,53 %"));
        QCOMPARE(lossText(0.28714), QStringLiteral("0,2871"));
        QCOMPARE(wholeNumber(60000), QStringLiteral("60.000"));
    }

    void timesAreLocal() {
        const QTimeZone zone("Asia/Shanghai"); // UTC + 8, no summer time
        const QDateTime now(QDate(2026, 12, 1), QTime(20, 0), zone);
        const auto at = [&](const QDate& date, const QTime& time) {
            return QDateTime(date, time, QTimeZone::utc()).toMSecsSinceEpoch() * 1000;
        };
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
        QCOMPARE(localTime(at(QDate(2026, 12, 1), QTime(6, 8)), now), QStringLiteral("14:08"));
        QCOMPARE(localTime(at(QDate(2026, 11, 30), QTime(18, 0)), now),
                 QStringLiteral("02:00")); // today over there
        QCOMPARE(localTime(at(QDate(2026, 3, 5), QTime(1, 0)), now), QStringLiteral("5 Mar 09:00"));
        QCOMPARE(localTime(at(QDate(2024, 3, 5), QTime(1, 0)), now), QStringLiteral("5 Mar 2024"));
        QCOMPARE(localTime(0, now), QStringLiteral("–"));
    }

    void runColorsStandOut() {
        for (int i = 0; i < 3 * runColorCount(); ++i) {
            QVERIFY2(contrast(runColor(i, false), Qt::white) >= 3.0, qPrintable(runColor(i, false).name()));
            QVERIFY2(contrast(runColor(i, true), QColor(0x20, 0x22, 0x26)) >= 3.0,
                     qPrintable(runColor(i, true).name()));
            QCOMPARE(runColor(i + 3 * runColorCount(), false), runColor(i, false));
            for (int j = 0; j < i; ++j)
                QVERIFY(runColor(i, false) != runColor(j, false));
        }
        QCOMPARE(runPenStyle(0), Qt::SolidLine);
        QVERIFY(runPenStyle(runColorCount()) != runPenStyle(0)); // the same colour, another line
    }
};

QTEST_GUILESS_MAIN(TestNumbers)
#include "test_numbers.moc"
