// SPDX-License-Identifier: GPL-3.0-or-later
// Columns share the width evenly, so that the strip ends where the fields around it end.
#include "ui/views/picture_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

#include "ui/settings/theme.h"

namespace laptime::ui {

namespace {

constexpr int gap = gridUnit / 2;

} // namespace

PictureStrip::PictureStrip(int side, QWidget* parent) : QWidget(parent), m_side(side) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFont(scaledFont(-1.5));
}

void PictureStrip::setItems(const QList<Item>& items) {
    m_items = items;
    QStringList said;
    for (const Item& item : items)
        said += item.tip.isEmpty() ? item.caption : item.tip;
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int PictureStrip::columns(int width) const {
    return std::max(1, (width + gap) / (m_side + gap));
}

int PictureStrip::cellHeight() const {
    const bool second =
        std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return !item.second.isEmpty(); });
    const bool caption =
        std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return !item.caption.isEmpty(); });
    const int lines = int(caption) + int(second);
    return m_side + (lines ? 2 : 0) + lines * fontMetrics().height();
}

QRect PictureStrip::cell(int item) const {
    const int count = columns(width());
    const int row = item / count, column = item % count;
    const int left = column * (width() + gap) / count, right = (column + 1) * (width() + gap) / count - gap;
    return {left, row * (cellHeight() + gap), right - left, cellHeight()};
}

int PictureStrip::heightForWidth(int width) const {
    if (m_items.isEmpty())
        return 0;
    const int count = columns(width);
    const int rows = (int(m_items.size()) + count - 1) / count;
    return rows * (cellHeight() + gap) - gap;
}

QSize PictureStrip::sizeHint() const {
    const int width = 6 * (m_side + gap) - gap;
    return {width, heightForWidth(width)};
}

QSize PictureStrip::minimumSizeHint() const {
    return {m_side, m_items.isEmpty() ? 0 : cellHeight()};
}

void PictureStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ThemeColors& colors = colorsFor(palette());
    for (int i = 0; i < m_items.size(); ++i) {
        const QRect area = cell(i);
        const Item& item = m_items[i];
        const QSize size = item.image.size().scaled(m_side, m_side, Qt::KeepAspectRatio);
        const QRect picture(area.left() + (area.width() - size.width()) / 2,
                            area.top() + (m_side - size.height()) / 2, size.width(), size.height());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, item.image.width() > size.width());
        painter.drawImage(picture, item.image);
        QRect line(area.left(), area.top() + m_side + 2, area.width(), fontMetrics().height());
        const auto write = [&](const QString& text, const QColor& color) {
            if (text.isEmpty())
                return;
            painter.setPen(color);
            painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop,
                             fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
            line.translate(0, line.height());
        };
        write(item.caption, palette().color(QPalette::WindowText));
        write(item.second, colors.muted);
    }
}

bool PictureStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int i = 0; i < m_items.size(); ++i)
        if (cell(i).contains(help->pos())) {
            const Item& item = m_items[i];
            QToolTip::showText(help->globalPos(), item.tip.isEmpty() ? item.caption : item.tip, this,
                               cell(i));
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace laptime::ui
