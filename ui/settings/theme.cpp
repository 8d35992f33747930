// SPDX-License-Identifier: GPL-3.0-or-later
// The two palettes. Neutral greys with a little blue, one accent (indigo: none of the colours that runs are
// drawn in).
#include "ui/settings/theme.h"

#include <QApplication>
#include <QWidget>

#include <cmath>

#include "ui/settings/style.h"

namespace laptime::ui {

namespace {

struct Greys {
    QColor window, base, alternate, button, text, disabledText, tipGround, tipText;
};

QPalette makePalette(const Greys& greys, const ThemeColors& colors) {
    QPalette palette;
    palette.setColor(QPalette::Window, greys.window);
    palette.setColor(QPalette::WindowText, greys.text);
    palette.setColor(QPalette::Base, greys.base);
    palette.setColor(QPalette::AlternateBase, greys.alternate);
    palette.setColor(QPalette::Text, greys.text);
    palette.setColor(QPalette::Button, greys.button);
    palette.setColor(QPalette::ButtonText, greys.text);
    palette.setColor(QPalette::BrightText, colors.bad);
    palette.setColor(QPalette::ToolTipBase, greys.tipGround);
    palette.setColor(QPalette::ToolTipText, greys.tipText);
    palette.setColor(QPalette::PlaceholderText, colors.muted);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.onAccent);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::LinkVisited, colors.accent);
    palette.setColor(QPalette::Light, greys.button.lighter(110));
    palette.setColor(QPalette::Midlight, greys.alternate);
    palette.setColor(QPalette::Mid, colors.line);
    palette.setColor(QPalette::Dark, colors.line.darker(120));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, greys.disabledText);
    palette.setColor(QPalette::Disabled, QPalette::Base, greys.window);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, colors.line);
    return palette;
}

double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const ThemeColors& lightColors() {
    static const ThemeColors colors{.muted = QColor(0x5a, 0x62, 0x70),
                                    .line = QColor(0xd5, 0xd9, 0xe0),
                                    .accent = QColor(0x42, 0x4f, 0xc4),
                                    .onAccent = QColor(0xff, 0xff, 0xff),
                                    .good = QColor(0x0f, 0x6b, 0x4a),
                                    .warning = QColor(0x8a, 0x52, 0x00),
                                    .bad = QColor(0xb3, 0x26, 0x1e),
                                    .warningGround = QColor(0xfd, 0xf3, 0xd8),
                                    .badGround = QColor(0xfc, 0xe8, 0xe6),
                                    .infoGround = QColor(0xe9, 0xec, 0xfb)};
    return colors;
}

const ThemeColors& darkColors() {
    static const ThemeColors colors{.muted = QColor(0x9a, 0xa3, 0xb2),
                                    .line = QColor(0x3a, 0x40, 0x4a),
                                    .accent = QColor(0x5f, 0x6b, 0xe0),
                                    .onAccent = QColor(0xff, 0xff, 0xff),
                                    .good = QColor(0x5f, 0xcf, 0xa0),
                                    .warning = QColor(0xf0, 0xb4, 0x4c),
                                    .bad = QColor(0xff, 0x8a, 0x80),
                                    .warningGround = QColor(0x45, 0x37, 0x1a),
                                    .badGround = QColor(0x4a, 0x25, 0x24),
                                    .infoGround = QColor(0x2a, 0x2f, 0x4d)};
    return colors;
}

QPalette lightPalette() {
    static const Greys greys{.window = QColor(0xf4, 0xf5, 0xf7),
                             .base = QColor(0xff, 0xff, 0xff),
                             .alternate = QColor(0xf8, 0xf9, 0xfb),
                             .button = QColor(0xff, 0xff, 0xff),
                             .text = QColor(0x1c, 0x20, 0x26),
                             .disabledText = QColor(0x9a, 0xa1, 0xac),
                             .tipGround = QColor(0x2a, 0x2f, 0x37),
                             .tipText = QColor(0xf2, 0xf4, 0xf7)};
    return makePalette(greys, lightColors());
}

QPalette darkPalette() {
    static const Greys greys{.window = QColor(0x1e, 0x21, 0x27),
                             .base = QColor(0x17, 0x1a, 0x1f),
                             .alternate = QColor(0x1b, 0x1e, 0x24),
                             .button = QColor(0x2a, 0x2e, 0x36),
                             .text = QColor(0xe4, 0xe7, 0xec),
                             .disabledText = QColor(0x6b, 0x73, 0x80),
                             .tipGround = QColor(0x39, 0x3f, 0x4a),
                             .tipText = QColor(0xf2, 0xf4, 0xf7)};
    QPalette palette = makePalette(greys, darkColors());
    // A link is text, and the accent as text needs more light on a dark ground.
    palette.setColor(QPalette::Link, QColor(0xa3, 0xac, 0xff));
    palette.setColor(QPalette::LinkVisited, QColor(0xa3, 0xac, 0xff));
    return palette;
}

bool isDarkTheme(const QPalette& palette) {
    return luminance(palette.color(QPalette::WindowText)) > luminance(palette.color(QPalette::Window));
}

const ThemeColors& colorsFor(const QPalette& palette) {
    return isDarkTheme(palette) ? darkColors() : lightColors();
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

void applyTheme(QApplication& application, bool dark) {
    if (!qobject_cast<Style*>(application.style()))
        application.setStyle(new Style);
    const QPalette palette = dark ? darkPalette() : lightPalette();
    application.setPalette(palette);
    // Tool tips have a palette of their own that the platform may have set.
    QPalette tips = palette;
    tips.setColor(QPalette::WindowText, palette.color(QPalette::ToolTipText));
    application.setPalette(tips, "QTipLabel");
}

void makeMuted(QWidget* label) {
    label->setForegroundRole(QPalette::PlaceholderText);
}

QFont scaledFont(double points, bool bold) {
    QFont font = QApplication::font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(std::max(6.0, font.pointSizeF() + points));
    font.setBold(bold);
    return font;
}

} // namespace laptime::ui
