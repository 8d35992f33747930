// SPDX-License-Identifier: GPL-3.0-or-later
// The look: a light and a dark palette for Fusion, the few colours that a palette has no role for, and the
// grid. Every pair of text and ground keeps a contrast of at least 4.5 : 1 (WCAG 2.1, AA), which a test
// checks.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QApplication;
class QWidget;

namespace laptime::ui {

/// Distances in the window are multiples of this many pixels.
constexpr int gridUnit = 8;

/// Colours with a meaning that QPalette has no role for.
struct ThemeColors {
    QColor muted;                                ///< secondary text
    QColor line;                                 ///< hairlines between areas, borders of fields
    QColor accent;                               ///< the one accent: the primary button, progress, selection
    QColor onAccent;                             ///< text on it
    QColor good;                                 ///< text of a good outcome
    QColor warning;                              ///< text of something to look at
    QColor bad;                                  ///< text of an error
    QColor warningGround, badGround, infoGround; ///< grounds of the message bar, under ordinary text
};

QPalette lightPalette();
QPalette darkPalette();
const ThemeColors& lightColors();
const ThemeColors& darkColors();

/// Whether text on this palette is lighter than its ground.
bool isDarkTheme(const QPalette& palette);

/// The colours that belong to the palette a widget is drawn with.
const ThemeColors& colorsFor(const QPalette& palette);

/// WCAG contrast of two opaque colours, 1 … 21.
double contrastRatio(const QColor& a, const QColor& b);

/// Installs the style and the palette; may be called again when the choice changes.
void applyTheme(QApplication& application, bool dark);

/// Secondary text: the colour follows a change of theme.
void makeMuted(QWidget* label);

/// The application's font, `points` larger (or smaller), perhaps bold.
QFont scaledFont(double points, bool bold = false);

} // namespace laptime::ui
