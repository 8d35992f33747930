// SPDX-License-Identifier: GPL-3.0-or-later
// Feeding and styling the graphs of a curve plot; see curve_lines.h.
#include "ui/plots/curve_lines.h"

#include <algorithm>
#include <cmath>

#include "ui/models/run_colors.h"

namespace laptime::ui {
namespace {

/// QCustomPlot samples what is visible by itself; above this many points a curve, its share of a replot is
/// too long.
constexpr qsizetype mostGiven = 20'000;

constexpr double leastRingDistance = 12; // pixels

const QString rawLayer = QStringLiteral("raw"), strongLayer = QStringLiteral("strong");

QColor faded(QColor color, double opacity) {
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

} // namespace

void CurveLines::Extent::add(double value) {
    if (!std::isfinite(value))
        return;
    low = std::isnan(low) ? value : std::min(low, value);
    high = std::isnan(high) ? value : std::max(high, value);
}

void CurveLines::Extent::add(const QVector<double>& values) {
    if (values.isEmpty())
        return;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    add(*least);
    add(*most);
}

CurveLines::CurveLines(QCustomPlot* plot, CurveStore* store, Quantity quantity)
    : m_plot(plot), m_store(store), m_quantity(quantity) {
    plot->addLayer(rawLayer, plot->layer(QStringLiteral("main")), QCustomPlot::limBelow);
    plot->addLayer(strongLayer, plot->layer(QStringLiteral("main")), QCustomPlot::limAbove);
}

std::unique_ptr<CurveSeries> CurveLines::makeSeries() const {
    // An epoch's accuracy is one number for thousands of samples already: it is not smoothed.
    return std::make_unique<CurveSeries>(m_quantity, m_options.x,
                                         m_quantity == Quantity::accuracy ? 0 : m_options.smoothing);
}

void CurveLines::setRuns(const QList<PlotRun>& runs) {
    std::vector<std::unique_ptr<Line>> kept;
    for (const PlotRun& run : runs) {
        const auto found = std::find_if(m_lines.begin(), m_lines.end(),
                                        [&](const auto& line) { return line && line->run.run == run.run; });
        std::unique_ptr<Line> line;
        if (found != m_lines.end()) {
            line = std::move(*found);
        } else {
            line = std::make_unique<Line>();
            line->series = makeSeries();
            for (QCPGraph** graph : {&line->raw, &line->smooth, &line->epochs, &line->marks}) {
                *graph = m_plot->addGraph();
                (*graph)->setSelectable(QCP::stNone);
                (*graph)->setAdaptiveSampling(true);
            }
        }
        line->run = run;
        kept.push_back(std::move(line));
    }
    for (const auto& line : m_lines)
        if (line)
            for (QCPGraph* graph : {line->raw, line->smooth, line->epochs, line->marks})
                m_plot->removeGraph(graph);
    m_lines = std::move(kept);
    for (const auto& line : m_lines)
        style(*line); // the pens depend on how many there are
}

bool CurveLines::setOptions(const PlotOptions& options) {
    const bool otherX = options.x != m_options.x;
    const bool otherSeries = otherX || options.smoothing != m_options.smoothing;
    m_options = options;
    for (const auto& line : m_lines) {
        if (otherSeries) {
            line->series = makeSeries();
            line->given = 0;
        }
        style(*line);
    }
    return otherX;
}

void CurveLines::setHighlighted(RunId run) {
    m_highlighted = run;
    for (const auto& line : m_lines)
        style(*line);
}

void CurveLines::setColors(const PlotColors& colors) {
    m_colors = colors;
    for (const auto& line : m_lines)
        style(*line);
}

QColor CurveLines::colorOf(const Line& line) const {
    return runColor(line.run.color, m_colors.dark);
}

void CurveLines::style(Line& line) {
    const QColor color = colorOf(line);
    const bool any = std::any_of(m_lines.begin(), m_lines.end(), [this](const auto& other) {
        return other && other->run.run == m_highlighted;
    });
    const bool strong = line.run.run == m_highlighted;
    const double opacity = any && !strong ? 0.3 : 1.0;
    const Qt::PenStyle dashes = runPenStyle(line.run.color);
    const bool accuracy = m_quantity == Quantity::accuracy;

    // Dashes would tear a noisy curve to pieces, and wide pens cost: a plot of many curves draws them thin.
    const double width = strong ? 2.0 : m_lines.size() <= 8 ? 1.5 : 1.0;
    const QPen main(faded(color, opacity), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const QPen metric(faded(color, opacity), width, dashes, Qt::RoundCap, Qt::RoundJoin);
    line.raw->setVisible(m_options.showRaw && m_options.smoothing > 0 && !accuracy);
    line.raw->setPen(QPen(faded(color, 0.22 * opacity), 1));
    line.raw->setAntialiased(false); // a band of noise: as good, and many times cheaper
    line.raw->setLayer(rawLayer);

    // Accuracy: what counts is the validation's, drawn below with its marks; the training's is the faint
    // company.
    line.smooth->setPen(accuracy ? QPen(faded(color, 0.45 * opacity), 1, Qt::DashLine) : main);
    line.smooth->setLayer(strong && !accuracy ? strongLayer : QStringLiteral("main"));

    line.epochs->setVisible(m_quantity != Quantity::throughput);
    line.epochs->setLineStyle(QCPGraph::lsLine);
    line.epochs->setPen(accuracy ? metric : QPen(faded(color, 0.6 * opacity), 1, Qt::DotLine));
    line.epochs->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faded(color, opacity), 1.5),
                                                 QBrush(m_colors.background), strong ? 7 : 6));
    line.epochs->setLayer(strong ? strongLayer : QStringLiteral("main"));

    line.marks->setLineStyle(QCPGraph::lsNone);
    line.marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, QPen(faded(color, opacity), 2), Qt::NoBrush, 9));
    line.marks->setLayer(strongLayer);
}

void CurveLines::give(Line& line, bool afresh) {
    const CurveSeries& series = *line.series;
    const qsizetype count = series.x().size();
    const int columns = std::max(200, m_plot->axisRect()->width());
    line.thinned = count > 2 * columns;
    if (!line.thinned) {
        if (afresh || line.given == 0) {
            line.raw->setData(series.x(), series.raw(), true);
            line.smooth->setData(series.x(), series.smooth(), true);
        } else if (line.given < count) {
            const QVector<double> x = series.x().sliced(line.given);
            line.raw->addData(x, series.raw().sliced(line.given), true);
            line.smooth->addData(x, series.smooth().sliced(line.given), true);
        }
    } else {
        const QCPRange range = m_plot->xAxis->range();
        const auto& x = series.x();
        // One point more on each side, so that the line goes on to the frame.
        auto first = std::lower_bound(x.begin(), x.end(), range.lower) - x.begin();
        auto last = std::upper_bound(x.begin(), x.end(), range.upper) - x.begin();
        first = std::max<qsizetype>(0, first - 1);
        last = std::min<qsizetype>(count, last + 1);
        const QVector<double> visible = x.sliced(first, last - first);
        QVector<double> thinX, thinY;
        // Up to four points a bucket: the raw curve in its full height, the smooth one as fine as its pen is
        // wide.
        thinToColumns(visible, series.raw().sliced(first, last - first), columns / 2, thinX, thinY);
        line.raw->setData(thinX, thinY, true);
        thinToColumns(visible, series.smooth().sliced(first, last - first), columns / 3, thinX, thinY);
        line.smooth->setData(thinX, thinY, true);
    }
    line.given = count;
    line.epochs->setData(series.epochX(), series.epochY(), true);
    // A mark before the first finite value has no height of its own: it stands on the axis.
    QVector<double> markY = series.markY();
    for (double& y : markY)
        if (!std::isfinite(y))
            y = m_plot->yAxis->range().center();
    line.marks->setData(series.markX(), markY, true);
}

/// Rings of many epochs would run into each other: then only some are drawn, the line has them all.
void CurveLines::spaceRings() {
    for (const auto& line : m_lines) {
        const auto& x = line->series->epochX();
        if (x.size() < 2)
            continue;
        const QCPAxis* axis = m_plot->xAxis;
        const double apart = std::abs(axis->coordToPixel(x.back()) - axis->coordToPixel(x.front())) /
                             static_cast<double>(x.size() - 1);
        line->epochs->setScatterSkip(
            apart >= leastRingDistance ? 0 : static_cast<int>(leastRingDistance / std::max(apart, 0.05)));
    }
}

void CurveLines::pull() {
    for (const auto& line : m_lines) {
        const RunCurve* curve = m_store->curve(line->run.run);
        if (!curve)
            continue;
        const auto update = line->series->update(*curve);
        if (update == CurveSeries::Update::none && line->given == line->series->x().size())
            continue;
        give(*line, update == CurveSeries::Update::rebuilt);
    }
}

void CurveLines::feedVisible() {
    for (const auto& line : m_lines)
        if (line->thinned)
            give(*line, true);
}

CurveLines::Extent CurveLines::extentX() const {
    Extent extent;
    const auto addEnds = [&](const QVector<double>& x) {
        if (x.isEmpty())
            return;
        if (!m_options.logX) {
            extent.add(x.front());
            extent.add(x.back());
            return;
        }
        const auto positive = std::upper_bound(x.begin(), x.end(), 0.0);
        if (positive == x.end())
            return;
        extent.add(*positive);
        extent.add(x.back());
    };
    for (const auto& line : m_lines) {
        addEnds(line->series->x());
        addEnds(line->series->epochX());
        addEnds(line->series->markX());
    }
    return extent;
}

CurveLines::Extent CurveLines::extentY() const {
    Extent extent;
    const bool log = m_options.logY && m_quantity == Quantity::loss;
    for (const auto& line : m_lines) {
        for (const QVector<double>* values : {&line->series->smooth(), &line->series->epochY()}) {
            if (!log) {
                extent.add(*values);
                continue;
            }
            for (const double value : *values)
                if (value > 0)
                    extent.add(value);
        }
    }
    // Single steps are up to so much faster than their average; the axis has room for them.
    if (m_quantity == Quantity::throughput && extent.valid())
        extent.high *= 1.08;
    return extent;
}

bool CurveLines::empty() const {
    return std::all_of(m_lines.begin(), m_lines.end(), [](const auto& line) {
        return line->series->x().isEmpty() && line->series->epochX().isEmpty() &&
               line->series->markX().isEmpty();
    });
}

bool CurveLines::loading() const {
    return std::any_of(m_lines.begin(), m_lines.end(),
                       [this](const auto& line) { return m_store->isLoading(line->run.run); });
}

std::vector<CurveLines::Reading> CurveLines::readingsAt(double x) const {
    std::vector<Reading> readings;
    for (const auto& line : m_lines) {
        const CurveSeries& series = *line->series;
        Reading reading{line.get(), x, not_measured};
        if (m_quantity == Quantity::accuracy) {
            const auto& at = series.epochX();
            const auto after = std::upper_bound(at.begin(), at.end(), x);
            if (after == at.begin())
                continue;
            reading.x = *std::prev(after);
            reading.y = series.epochValueAt(x);
        } else {
            reading.y = series.valueAt(x);
        }
        if (std::isfinite(reading.y))
            readings.push_back(reading);
    }
    // From top to bottom, as the curves lie under the line.
    std::stable_sort(readings.begin(), readings.end(),
                     [](const Reading& a, const Reading& b) { return a.y > b.y; });
    return readings;
}

} // namespace laptime::ui
