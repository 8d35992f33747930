// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the crosshair and its read-out; see crosshair.h.
#include "ui/plots/crosshair.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/numbers.h"

namespace laptime::ui {
namespace {

constexpr int padding = 8, swatch = 10, gap = 8, widestName = 160;

} // namespace

Crosshair::Crosshair(QWidget* plot) : QWidget(plot) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
}

void Crosshair::setColors(const PlotColors& colors) {
    m_colors = colors;
    update();
}

void Crosshair::setArea(const QRect& area) {
    if (area == m_area)
        return;
    m_area = area;
    update();
}

void Crosshair::showAt(double x, const QString& heading, std::vector<Value> values) {
    m_shown = true;
    m_x = x;
    m_heading = heading;
    m_values = std::move(values);
    update();
}

void Crosshair::clear() {
    if (!m_shown)
        return;
    m_shown = false;
    update();
}

void Crosshair::setMessage(const QString& message) {
    if (message == m_message)
        return;
    m_message = message;
    update();
}

void Crosshair::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_message.isEmpty()) {
        painter.setPen(m_colors.muted);
        painter.drawText(m_area.adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap, m_message);
    }
    if (!m_shown || m_x < m_area.left() || m_x > m_area.right())
        return;
    painter.setPen(QPen(m_colors.crosshair, 1, Qt::DotLine));
    const int column = static_cast<int>(std::lround(m_x));
    painter.drawLine(column, m_area.top(), column, m_area.bottom());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Value& value : m_values) {
        if (!QRectF(m_area).contains(value.point))
            continue;
        painter.setPen(QPen(m_colors.background, 1.5));
        painter.setBrush(value.color);
        painter.drawEllipse(value.point, 4, 4);
    }
    if (!m_values.empty())
        paintBox(painter);
}

void Crosshair::paintBox(QPainter& painter) {
    const QFont plain = tabularFont(font());
    QFont strong = plain;
    strong.setBold(true);
    const QFontMetrics metrics(plain), strongMetrics(strong);
    const int line = metrics.height() + 2;

    const int room = std::max(1, (m_area.height() - 2 * padding - 16) / line - 1);
    const int total = static_cast<int>(m_values.size());
    const int listed = total <= room ? total : std::max(0, room - 1);
    int nameWidth = 0, textWidth = 0;
    for (int i = 0; i < listed; ++i) {
        const Value& value = m_values[static_cast<std::size_t>(i)];
        const QFontMetrics& used = value.strong ? strongMetrics : metrics;
        nameWidth = std::max(nameWidth, std::min(widestName, used.horizontalAdvance(value.name)));
        textWidth = std::max(textWidth, used.horizontalAdvance(value.text));
    }
    const QString more = listed < total ? tr("and %n more", nullptr, total - listed) : QString();
    const int inner =
        std::min(m_area.width() - 2 * padding - 8,
                 std::max({swatch + gap + nameWidth + 2 * gap + textWidth,
                           metrics.horizontalAdvance(m_heading), metrics.horizontalAdvance(more)}));
    nameWidth = std::min(nameWidth, inner - swatch - 3 * gap - textWidth);
    const QSize size(inner + 2 * padding, line * (1 + listed + (more.isEmpty() ? 0 : 1)) + 2 * padding - 2);

    // Beside the line, on the side with room, near the top: it does not follow the pointer up and down.
    QRect box(QPoint(static_cast<int>(m_x) + 12, m_area.top() + 6), size);
    const bool fitsRight = box.right() <= m_area.right() - 4;
    const bool fitsLeft = m_x - 12 - size.width() >= m_area.left() + 4;
    if (!fitsRight && (fitsLeft || m_x - m_area.left() > m_area.right() - m_x))
        box.moveRight(static_cast<int>(m_x) - 12);
    if (box.right() > m_area.right() - 4)
        box.moveRight(m_area.right() - 4);
    if (box.left() < m_area.left() + 4)
        box.moveLeft(m_area.left() + 4);

    QColor ground = m_colors.panel;
    ground.setAlpha(238);
    painter.setPen(QPen(m_colors.grid, 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    painter.setFont(plain);
    painter.setPen(m_colors.muted);
    QRect row(box.left() + padding, box.top() + padding - 1, inner, line);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, m_heading);
    for (int i = 0; i < listed; ++i) {
        const Value& value = m_values[static_cast<std::size_t>(i)];
        row.translate(0, line);
        painter.setPen(Qt::NoPen);
        painter.setBrush(value.color);
        painter.drawRoundedRect(QRectF(row.left(), row.center().y() - 1, swatch, 3), 1.5, 1.5);
        painter.setFont(value.strong ? strong : plain);
        painter.setPen(m_colors.text);
        const QFontMetrics& used = value.strong ? strongMetrics : metrics;
        painter.drawText(row.adjusted(swatch + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         used.elidedText(value.name, Qt::ElideMiddle, nameWidth));
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, value.text);
    }
    if (!more.isEmpty()) {
        row.translate(0, line);
        painter.setFont(plain);
        painter.setPen(m_colors.muted);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, more);
    }
}

} // namespace laptime::ui
