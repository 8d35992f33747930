// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the stacked bars; see time_plot.h.
#include "ui/plots/time_plot.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

#include "ui/models/numbers.h"
#include "ui/models/run_colors.h"
#include "ui/plots/axis_keeper.h"
#include "ui/plots/axis_tickers.h"

namespace laptime::ui {
namespace {

constexpr int margin = 8, gap = 8, swatch = 10;
constexpr double leastShare = 0.0005; // parts smaller than this are not drawn

QFont smaller(QFont font) {
    if (font.pointSizeF() > 8)
        font.setPointSizeF(font.pointSizeF() - 1);
    return tabularFont(font);
}

double secondsOf(const TimeAccount& time, TimePart part) {
    switch (part) {
    case TimePart::startup:
        return time.startup;
    case TimePart::data:
        return time.data;
    case TimePart::compute:
        return time.compute;
    case TimePart::collective:
        return time.collective;
    case TimePart::host:
        return time.host;
    case TimePart::evaluation:
        return time.evaluation;
    case TimePart::checkpoint:
        return time.checkpoint;
    }
    return 0;
}

QString shareText(double share) {
    return percent(share, share < 0.0995 ? 1 : 0);
}

/// Black or white, whichever reads better on `ground`.
QColor inkOn(const QColor& ground) {
    const double luminance = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF();
    return luminance > 0.52 ? QColor(0x14, 0x18, 0x1c) : QColor(Qt::white);
}

} // namespace

TimePlot::TimePlot(CurveStore* store, QWidget* parent) : PlotPanel(parent), m_store(store) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(title());
}

QString TimePlot::title() const {
    return tr("Where the time goes");
}

QSize TimePlot::minimumSizeHint() const {
    return {176, 120};
}

void TimePlot::setRuns(const QList<PlotRun>& runs) {
    if (runs == m_runs)
        return;
    m_runs = runs;
    m_scaleEnd = 0;
    markDirty();
}

void TimePlot::setOptions(const PlotOptions& options) {
    if (options.timeAsShare == m_asShare)
        return;
    m_asShare = options.timeAsShare;
    markDirty();
}

void TimePlot::setHighlighted(RunId run) {
    if (run == m_highlighted)
        return;
    m_highlighted = run;
    markDirty();
}

void TimePlot::refresh() {
    m_dirty = false;
    m_bars.clear();
    double longest = 0;
    for (const PlotRun& run : m_runs) {
        const RunCurve* curve = m_store->curve(run.run);
        if (!curve)
            continue;
        Bar bar;
        bar.run = run;
        bar.final = curve->timeIsFinal;
        const TimeAccount time = timeAccount(*curve);
        for (int part = 0; part < timePartCount; ++part) {
            const double seconds = secondsOf(time, static_cast<TimePart>(part));
            bar.seconds[part] = std::isfinite(seconds) ? std::max(0.0, seconds) : 0;
            bar.total += bar.seconds[part];
        }
        if (bar.total <= 0)
            continue;
        longest = std::max(longest, bar.total);
        m_bars.push_back(bar);
    }
    // Grows in steps, so that a running bar moves and not the whole scale under it.
    if (longest > m_scaleEnd || longest < 0.5 * m_scaleEnd) {
        const double step = longest > 0 ? niceStep(longest / 5) : 0;
        m_scaleEnd = step > 0 ? std::ceil(longest * 1.05 / step) * step : 0;
    }
    update();
}

void TimePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
}

void TimePlot::paint(QPainter& painter) {
    m_pieces.clear();
    const PlotColors colors = PlotColors::from(palette());
    const QFont small = smaller(font());
    const QFontMetrics metrics(small);
    QFont bold = font();
    bold.setBold(true);
    const int titleHeight = std::max(QFontMetrics(bold).height(), 24);
    QRect area = rect().adjusted(margin, 4, -margin, -margin);

    painter.setFont(bold);
    painter.setPen(colors.text);
    painter.drawText(QRect(area.topLeft(), QSize(area.width(), titleHeight)),
                     Qt::AlignLeft | Qt::AlignVCenter, title());
    area.setTop(area.top() + titleHeight + 2);
    painter.setFont(small);
    if (m_bars.empty()) {
        painter.setPen(colors.muted);
        const bool loading = std::any_of(m_runs.begin(), m_runs.end(),
                                         [this](const PlotRun& run) { return m_store->isLoading(run.run); });
        painter.drawText(area.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_runs.isEmpty()       ? tr("Tick runs in the table to see where their time went.")
                         : loading || isDirty() ? tr("Reading the curves…")
                                                : tr("Known after the first steps."));
        return;
    }

    // The key: only the parts that some bar shows.
    int x = area.left(), y = area.top();
    const int keyLine = metrics.height() + 4;
    for (int part = 0; part < timePartCount; ++part) {
        const bool used = std::any_of(m_bars.begin(), m_bars.end(), [&](const Bar& bar) {
            return bar.seconds[part] >= leastShare * bar.total;
        });
        if (!used)
            continue;
        const QString name = timePartName(static_cast<TimePart>(part));
        const int needed = swatch + 5 + metrics.horizontalAdvance(name);
        if (x > area.left() && x + needed > area.right()) {
            x = area.left();
            y += keyLine;
        }
        painter.fillRect(QRect(x, y + (keyLine - swatch) / 2, swatch, swatch),
                         timePartColor(static_cast<TimePart>(part), colors.dark));
        painter.setPen(colors.muted);
        painter.drawText(QRect(x + swatch + 5, y, needed, keyLine), Qt::AlignLeft | Qt::AlignVCenter, name);
        x += needed + 14;
    }
    area.setTop(y + keyLine + gap);

    int nameWidth = 0, totalWidth = metrics.horizontalAdvance(QStringLiteral("88:88 min"));
    for (const Bar& bar : m_bars) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(bar.run.name) + swatch + 6);
        totalWidth = std::max(totalWidth, metrics.horizontalAdvance(duration(bar.total)));
    }
    nameWidth = std::min(nameWidth, area.width() * 3 / 10);
    const int left = area.left() + nameWidth + gap, right = area.right() - totalWidth - gap;
    const int scaleHeight = metrics.height() + 6;
    // Few bars are tall enough to be read easily, many are narrow.
    const int narrow = std::max(22, metrics.height() + 8);
    const int rowHeight =
        std::clamp((area.height() - scaleHeight) / static_cast<int>(m_bars.size()), narrow, 32);
    const int barHeight = rowHeight - 6;
    const int room = std::max(1, (area.height() - scaleHeight) / rowHeight);
    const int total = static_cast<int>(m_bars.size());
    const int drawn = total <= room ? total : std::max(1, room - 1);

    // The scale, under the rows that are there.
    const int bottom = area.top() + rowHeight * drawn;
    const double end = m_asShare ? 1.0 : m_scaleEnd;
    const double width = std::max(1, right - left);
    const double tick =
        m_asShare ? (width < 200 ? 0.5 : 0.25) : niceStep(end / std::clamp(width / 70, 1.0, 6.0));
    for (int i = 0; i * tick <= end * 1.0001; ++i) {
        const int column = left + static_cast<int>(std::lround(i * tick / end * width));
        painter.setPen(colors.grid);
        painter.drawLine(column, area.top() - 2, column, bottom + 2);
        painter.setPen(colors.muted);
        const QString label = m_asShare ? percent(i * tick, 0) : tr("%1 s").arg(tickText(i * tick));
        painter.drawText(QRect(column - 40, bottom + 3, 80, metrics.height()),
                         Qt::AlignHCenter | Qt::AlignTop, label);
    }

    for (int i = 0; i < drawn; ++i) {
        const Bar& bar = m_bars[static_cast<std::size_t>(i)];
        const int top = area.top() + i * rowHeight;
        const bool dimmed = m_highlighted != 0 && bar.run.run != m_highlighted &&
                            std::any_of(m_bars.begin(), m_bars.end(),
                                        [this](const Bar& b) { return b.run.run == m_highlighted; });
        painter.setOpacity(dimmed ? 0.4 : 1);
        painter.fillRect(QRect(area.left(), top + (rowHeight - swatch) / 2, swatch, swatch),
                         runColor(bar.run.color, colors.dark));
        painter.setFont(small);
        painter.setPen(colors.text);
        const QRect nameRect(area.left() + swatch + 6, top, nameWidth - swatch - 6, rowHeight);
        painter.drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(bar.run.name, Qt::ElideMiddle, nameRect.width()));
        double at = left;
        const double scale = width / (m_asShare ? bar.total : end);
        for (int part = 0; part < timePartCount; ++part) {
            if (bar.seconds[part] < leastShare * bar.total)
                continue;
            const QColor color = timePartColor(static_cast<TimePart>(part), colors.dark);
            const QRectF piece(at, top + (rowHeight - barHeight) / 2.0, bar.seconds[part] * scale, barHeight);
            painter.fillRect(piece, color);
            const QString inside =
                m_asShare ? shareText(bar.seconds[part] / bar.total) : duration(bar.seconds[part]);
            if (metrics.horizontalAdvance(inside) + 10 <= piece.width()) {
                painter.setPen(inkOn(color));
                painter.drawText(piece, Qt::AlignCenter, inside);
            }
            m_pieces.push_back({piece, i, part});
            at += piece.width();
        }
        painter.setPen(bar.final ? colors.text : colors.muted);
        painter.drawText(QRect(right + gap, top, totalWidth, rowHeight), Qt::AlignRight | Qt::AlignVCenter,
                         duration(bar.total));
    }
    painter.setOpacity(1);
    if (drawn < total) {
        painter.setPen(colors.muted);
        painter.drawText(QRect(area.left(), bottom + scaleHeight, area.width(), rowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, tr("and %n more", nullptr, total - drawn));
    }
}

bool TimePlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return PlotPanel::event(event);
    const QPoint position = static_cast<QHelpEvent*>(event)->pos();
    for (const Piece& piece : m_pieces) {
        // Slivers are hard to hit: a few pixels around count.
        if (!piece.area.adjusted(-2, 0, 2, 0).contains(position))
            continue;
        const Bar& bar = m_bars[static_cast<std::size_t>(piece.bar)];
        const double seconds = bar.seconds[piece.part];
        QString text = tr("%1: %2, %3 of %4")
                           .arg(timePartName(static_cast<TimePart>(piece.part)), duration(seconds),
                                shareText(seconds / bar.total), duration(bar.total));
        if (!bar.final)
            text += QLatin1Char('\n') + tr("So far, from the steps on screen; exact when the run has ended.");
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           bar.run.name + QLatin1Char('\n') + text, this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

void TimePlot::changeEvent(QEvent* event) {
    PlotPanel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(title());
    update();
}

} // namespace laptime::ui
