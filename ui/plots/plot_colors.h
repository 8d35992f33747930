// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a plot's furniture, derived from the widget's palette, so that plots follow light and dark
// by themselves. Colours of runs are in ui/models/run_colors.h.
#pragma once

#include <QColor>
#include <QPalette>

namespace laptime::ui {

struct PlotColors {
    QColor background; ///< behind the curves
    QColor text;       ///< titles, values
    QColor muted;      ///< tick labels, axis titles
    QColor axis, grid; ///< lines
    QColor crosshair;
    QColor panel; ///< behind the read-out
    bool dark = false;

    static PlotColors from(const QPalette& palette);
};

/// Parts of the time account, as TimePlot stacks them; colour-blind-safe, told apart by lightness too.
enum class TimePart { startup, data, compute, collective, host, evaluation, checkpoint };
constexpr int timePartCount = 7;
QColor timePartColor(TimePart part, bool dark);
QString timePartName(TimePart part);

} // namespace laptime::ui
