// SPDX-License-Identifier: GPL-3.0-or-later
// The curves inside a CurvePlot: for each run a faint raw line, a smoothed one, its epoch metric and its NaN
// marks, fed from the curve store. Includes qcustomplot.h: only for this folder's source files.
#pragma once

#include <qcustomplot.h>

#include <memory>
#include <vector>

#include "ui/plots/axis_keeper.h"
#include "ui/plots/plot_colors.h"
#include "ui/plots/plot_options.h"

namespace laptime::ui {

class CurveLines {
public:
    struct Line {
        PlotRun run;
        std::unique_ptr<CurveSeries> series;
        QCPGraph *raw = nullptr, *smooth = nullptr, *epochs = nullptr, *marks = nullptr;
        qsizetype given = 0; ///< points of the series that the graphs stand for
        bool thinned = false;
    };
    struct Extent {
        double low = not_measured, high = not_measured;
        void add(double value);
        void add(const QVector<double>& values);
        bool valid() const { return low <= high; }
    };

    CurveLines(QCustomPlot* plot, CurveStore* store, Quantity quantity);

    void setRuns(const QList<PlotRun>& runs);
    /// True when the x axis means something else now.
    bool setOptions(const PlotOptions& options);
    void setHighlighted(RunId run);
    void setColors(const PlotColors& colors);

    /// Takes new points from the store into the graphs.
    void pull();
    /// Long curves are handed to the plot thinned to what is visible: to be called when x's range or the
    /// width changes.
    void feedVisible();
    /// Just before drawing: rings keep their distance at the present scale.
    void spaceRings();

    const std::vector<std::unique_ptr<Line>>& lines() const { return m_lines; }
    /// Extents of what is drawn; y of the smoothed curves and epoch metrics, positive values only on a log
    /// axis.
    Extent extentX() const;
    Extent extentY() const;
    bool empty() const;
    bool loading() const; ///< some curve is still being read
    QColor colorOf(const Line& line) const;

    /// What the crosshair reads at x, topmost value first.
    struct Reading {
        const Line* line;
        double x, y;
    };
    std::vector<Reading> readingsAt(double x) const;

private:
    void style(Line& line);
    void give(Line& line, bool afresh);
    std::unique_ptr<CurveSeries> makeSeries() const;

    QCustomPlot* m_plot;
    CurveStore* m_store;
    Quantity m_quantity;
    PlotOptions m_options;
    PlotColors m_colors;
    RunId m_highlighted = 0;
    std::vector<std::unique_ptr<Line>> m_lines;
};

} // namespace laptime::ui
