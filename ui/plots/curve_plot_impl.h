// SPDX-License-Identifier: GPL-3.0-or-later
// What is inside a CurvePlot; for curve_plot*.cpp alone.
#pragma once

#include <QLabel>
#include <QToolButton>

#include "ui/plots/axis_keeper.h"
#include "ui/plots/crosshair.h"
#include "ui/plots/curve_lines.h"
#include "ui/plots/curve_plot.h"

namespace laptime::ui {

struct CurvePlot::Impl {
    Impl(CurvePlot* panel, CurveStore* store, Quantity what);

    void build();
    void connectPointer();
    void restyle();
    void retranslate();
    void setTickers();
    void fit();
    void boundRange(QCPAxis* axis, const QCPRange& wanted);
    void setFollowing(bool follow);
    void updateCrosshair();
    void updateMessage();
    void zoomTo(const QRect& rect);
    QString headingAt(double x) const;
    QString valueText(double value) const;
    int paintLegend(QPainter* painter, int width) const;

    CurvePlot* q;
    Quantity quantity;
    QCustomPlot* plot;
    Crosshair* crosshair;
    CurveLines lines;
    QLabel *title, *unit;
    QToolButton* followButton;
    PlotColors colors;
    PlotOptions options;
    QList<PlotRun> runs;
    AxisKeeper keepX{AxisKeeper::Anchor::zero}, keepY;
    bool following = true, fitting = false;
    double cursor = not_measured;
};

} // namespace laptime::ui
