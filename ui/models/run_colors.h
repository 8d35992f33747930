// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of runs: Okabe and Ito's colour-blind-safe set ("Color Universal Design", 2008), shifted in
// lightness where a colour would not stand out from a light or a dark background. A run keeps its index
// (RunRow::color) for life.
#pragma once

#include <QColor>
#include <QPalette>
#include <Qt>

namespace laptime::ui {

/// Hues before they repeat: the next rounds are darker (on dark: lighter), and their legend lines dashed.
int runColorCount();
/// `dark`: the background is dark.
QColor runColor(int index, bool dark);
/// Solid for the first round of colours, then dashed, dotted, dash-dotted.
Qt::PenStyle runPenStyle(int index);
/// Whether the window background of a palette is dark.
bool isDark(const QPalette& palette);

} // namespace laptime::ui
