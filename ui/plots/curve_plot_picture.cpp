// SPDX-License-Identifier: GPL-3.0-or-later
// A curve plot as a picture to keep: title, legend and curves, whatever size the window has.
#include <QPainter>

#include <algorithm>

#include "ui/models/run_colors.h"
#include "ui/plots/curve_plot_impl.h"

namespace laptime::ui {

/// Names of the runs in rows of `width`; gives the height. Without a painter it only measures.
int CurvePlot::Impl::paintLegend(QPainter* painter, int width) const {
    const QFontMetrics metrics(unit->font());
    const int line = metrics.height() + 4, swatch = 14, gap = 6, between = 16;
    int x = 0, y = 0;
    for (const PlotRun& run : runs) {
        const QString name = metrics.elidedText(run.name, Qt::ElideMiddle, width - swatch - gap);
        const int needed = swatch + gap + metrics.horizontalAdvance(name);
        if (x > 0 && x + needed > width) {
            x = 0;
            y += line;
        }
        if (painter) {
            painter->setFont(unit->font());
            const auto found = std::find_if(lines.lines().begin(), lines.lines().end(),
                                            [&](const auto& one) { return one->run.run == run.run; });
            if (found != lines.lines().end())
                painter->setPen(QPen(lines.colorOf(**found), 2, runPenStyle(run.color)));
            painter->drawLine(x, y + line / 2, x + swatch, y + line / 2);
            painter->setPen(colors.text);
            painter->drawText(QRect(x + swatch + gap, y, needed, line), Qt::AlignLeft | Qt::AlignVCenter,
                              name);
        }
        x += needed + between;
    }
    return runs.isEmpty() ? 0 : y + line;
}

QImage CurvePlot::picture(double scale) {
    Impl& d = *m_impl;
    const int margin = 12, header = QFontMetrics(d.title->font()).height() + 8;
    const QSize plotSize = d.plot->size().expandedTo(QSize(320, 200));
    const int inner = plotSize.width();
    const int legend = d.paintLegend(nullptr, inner);
    const QSize whole(inner + 2 * margin, header + legend + plotSize.height() + 2 * margin);
    QImage image(whole * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(d.colors.background);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(margin, margin);
    painter.setFont(d.title->font());
    painter.setPen(d.colors.text);
    const QRect row(0, 0, inner, header);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignTop, d.title->text());
    painter.setFont(d.unit->font());
    painter.setPen(d.colors.muted);
    const int after = QFontMetrics(d.title->font()).horizontalAdvance(d.title->text()) + 8;
    painter.drawText(
        row.adjusted(after, QFontMetrics(d.title->font()).ascent() - QFontMetrics(d.unit->font()).ascent(), 0,
                     0),
        Qt::AlignLeft | Qt::AlignTop, d.unit->text());
    painter.translate(0, header);
    d.paintLegend(&painter, inner);
    painter.translate(0, legend);
    QPixmap curves = d.plot->toPixmap(plotSize.width(), plotSize.height(), scale);
    curves.setDevicePixelRatio(scale);
    painter.drawPixmap(0, 0, curves);
    return image;
}

} // namespace laptime::ui
