// SPDX-License-Identifier: GPL-3.0-or-later
// The scale is logarithmic: twice as fast and half as fast are as far from 1.
#include "ui/views/interval_bar.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/numbers.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

namespace {

constexpr double ticks[] = {0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 10};

} // namespace

IntervalBar::IntervalBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(6 * gridUnit);
}

void IntervalBar::setSpeedUp(double ratio, double low, double high, Tone tone) {
    m_tone = tone;
    m_ratio = ratio;
    m_low = std::isfinite(low) ? low : ratio;
    m_high = std::isfinite(high) ? high : ratio;
    setVisible(std::isfinite(ratio) && ratio > 0);
    setToolTip(ratioText(ratio, low, high));
    update();
}

QSize IntervalBar::sizeHint() const {
    return {40 * gridUnit, 6 * gridUnit};
}

void IntervalBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = colorsFor(palette());
    // Symmetric about 1 and wide enough for the interval, in whole steps so that it seldom changes.
    const double reach = std::max({std::abs(std::log(m_ratio)), std::abs(std::log(std::max(m_low, 1e-3))),
                                   std::abs(std::log(std::max(m_high, 1e-3))), std::log(1.4)});
    const double span = std::ceil(reach * 1.15 / std::log(1.5)) * std::log(1.5);
    const double left = 3 * gridUnit, right = width() - 3 * gridUnit, middle = 1.75 * gridUnit;
    const auto x = [&](double ratio) { return left + (std::log(ratio) / span + 1) / 2 * (right - left); };

    painter.setPen(QPen(colors.line, 1));
    painter.drawLine(QPointF(left, 3.5 * gridUnit), QPointF(right, 3.5 * gridUnit));
    painter.setFont(tabularFont(scaledFont(-1)));
    for (double tick : ticks) {
        if (std::abs(std::log(tick)) > span * 1.001)
            continue;
        const double at = x(tick);
        painter.setPen(QPen(tick == 1 ? colors.muted : colors.line, 1));
        painter.drawLine(QPointF(at, tick == 1 ? 0.25 * gridUnit : 3 * gridUnit),
                         QPointF(at, 3.5 * gridUnit));
        painter.setPen(colors.muted);
        painter.drawText(QRectF(at - 4 * gridUnit, 3.75 * gridUnit, 8 * gridUnit, 2 * gridUnit),
                         Qt::AlignHCenter, QStringLiteral("%1×").arg(tick));
    }
    const QColor color = m_tone == Tone::Good ? colors.good : m_tone == Tone::Bad ? colors.bad : colors.muted;
    painter.setPen(QPen(color, 4, Qt::SolidLine, Qt::RoundCap));
    if (m_high > m_low)
        painter.drawLine(QPointF(x(m_low), middle), QPointF(x(m_high), middle));
    painter.setPen(QPen(palette().color(QPalette::Base), 2));
    painter.setBrush(color);
    painter.drawEllipse(QPointF(x(m_ratio), middle), 6, 6);
}

} // namespace laptime::ui
