// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots of a grid share: the x axis, smoothing, log axes; and a run to draw.
#pragma once

#include <QString>

#include "ui/models/curve_series.h"

namespace laptime::ui {

struct PlotOptions {
    XAxis x = XAxis::step;
    double smoothing = 0.9; ///< weight of the past, 0…0.999
    bool logX = false;
    bool logY = false;       ///< of the loss; the other plots stay linear
    bool showRaw = true;     ///< the unsmoothed curve faintly behind
    bool timeAsShare = true; ///< where the time goes: as per cent of the whole, else in seconds
    bool operator==(const PlotOptions&) const = default;
};

struct PlotRun {
    RunId run = 0;
    QString name;
    int color = 0;
    bool baseline = false;
    bool operator==(const PlotRun&) const = default;
};

} // namespace laptime::ui
