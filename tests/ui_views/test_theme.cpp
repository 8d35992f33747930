// SPDX-License-Identifier: GPL-3.0-or-later
// Both palettes are readable: WCAG 2.1 AA for every pair of text and ground that the window draws.
#include <QApplication>
#include <QTest>

#include "ui/settings/icons.h"
#include "ui/settings/style.h"
#include "ui/settings/theme.h"

using namespace laptime::ui;

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void contrastRatioIsThatOfTheStandard();
    void textIsReadable_data();
    void textIsReadable();
    void darkIsDark();
    void themeCanBeChanged();
    void everyIconIsThereAndFollowsTheTheme();
};

void TestTheme::contrastRatioIsThatOfTheStandard() {
    QVERIFY(qAbs(contrastRatio(Qt::black, Qt::white) - 21) < 1e-6);
    QVERIFY(qAbs(contrastRatio(Qt::white, Qt::white) - 1) < 1e-6);
    // #767676 on white is the well-known lightest grey that passes AA.
    QVERIFY(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
    QVERIFY(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
}

void TestTheme::textIsReadable_data() {
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TestTheme::textIsReadable() {
    QFETCH(QPalette, palette);
    const ThemeColors& colors = colorsFor(palette);
    const auto check = [](const char* what, const QColor& text, const QColor& ground, double least) {
        const double ratio = contrastRatio(text, ground);
        QVERIFY2(ratio >= least,
                 qPrintable(QStringLiteral("%1: %2 : 1").arg(QLatin1String(what)).arg(ratio)));
    };
    const QColor window = palette.color(QPalette::Window), base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::WindowText);
    check("text on the window", text, window, 7);
    check("text on a field", palette.color(QPalette::Text), base, 7);
    check("text on a button", palette.color(QPalette::ButtonText), palette.color(QPalette::Button), 7);
    check("text on the selection", palette.color(QPalette::HighlightedText),
          palette.color(QPalette::Highlight), 4.5);
    check("text on the primary button", colors.onAccent, colors.accent, 4.5);
    check("tool tip", palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase), 7);
    check("link", palette.color(QPalette::Link), window, 4.5);
    for (const QColor& ground : {window, base, palette.color(QPalette::AlternateBase)}) {
        check("secondary text", colors.muted, ground, 4.5);
        check("good", colors.good, ground, 4.5);
        check("warning", colors.warning, ground, 4.5);
        check("bad", colors.bad, ground, 4.5);
        check("accent against its surroundings", colors.accent, ground, 3);
    }
    for (const QColor& ground : {colors.infoGround, colors.warningGround, colors.badGround})
        check("message", text, ground, 7);
}

void TestTheme::darkIsDark() {
    QVERIFY(!isDarkTheme(lightPalette()));
    QVERIFY(isDarkTheme(darkPalette()));
}

void TestTheme::themeCanBeChanged() {
    applyTheme(*qApp, true);
    QVERIFY(isDarkTheme(QApplication::palette()));
    QVERIFY(qobject_cast<Style*>(QApplication::style()));
    applyTheme(*qApp, false);
    QVERIFY(!isDarkTheme(QApplication::palette()));
    QVERIFY(qobject_cast<Style*>(QApplication::style()));
}

void TestTheme::everyIconIsThereAndFollowsTheTheme() {
    QVERIFY(themedIcon(QStringLiteral("no-such-icon")).isNull());
    const QIcon icon = themedIcon(QStringLiteral("stop"));
    QVERIFY(!icon.isNull());
    const auto ink = [&icon] {
        const QImage image = icon.pixmap(16, 16).toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).alpha() == 255)
                    return image.pixelColor(x, y);
        return QColor();
    };
    applyTheme(*qApp, false);
    const QColor onLight = ink();
    applyTheme(*qApp, true);
    const QColor onDark = ink();
    QVERIFY(onLight.isValid() && onDark.isValid());
    QVERIFY(onLight.lightness() < 128 && onDark.lightness() > 128);
}

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
