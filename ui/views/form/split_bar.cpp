// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks are as wide as their share; beyond a dozen the drawing shows the first ones and says how many there
// are.
#include "ui/views/form/split_bar.h"

#include <QPainter>

#include <algorithm>

#include "ui/settings/theme.h"

namespace laptime::ui {

namespace {

constexpr int drawnPieces = 12;

} // namespace

std::vector<std::int64_t> splitOf(std::int64_t batch, int pieces) {
    if (batch < 1 || pieces < 1)
        return {};
    // More pieces than samples: the empty ones are not computed.
    const std::int64_t count = std::min<std::int64_t>(pieces, batch);
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(count), batch / count);
    for (std::int64_t i = 0; i < batch % count; ++i)
        ++sizes[static_cast<std::size_t>(i)];
    return sizes;
}

QString splitText(std::int64_t batch, int pieces) {
    const auto sizes = splitOf(batch, pieces);
    if (sizes.empty())
        return {};
    if (sizes.size() == 1)
        return SplitBar::tr("%1 at once").arg(batch);
    const auto larger = std::count(sizes.begin(), sizes.end(), sizes.front());
    const auto part = [](std::int64_t count, std::int64_t size) {
        return count == 1 ? QString::number(size) : QStringLiteral("%1 × %2").arg(count).arg(size);
    };
    QString text = QStringLiteral("%1 → %2").arg(batch).arg(part(larger, sizes.front()));
    if (sizes.back() != sizes.front())
        text += QStringLiteral(" + ") + part(std::int64_t(sizes.size()) - larger, sizes.back());
    return text;
}

SplitBar::SplitBar(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(3 * gridUnit);
}

void SplitBar::setSplit(std::int64_t batch, int pieces) {
    m_batch = batch;
    m_pieces = pieces;
    setToolTip(splitText(batch, pieces));
    update();
}

QSize SplitBar::sizeHint() const {
    return {16 * gridUnit, 3 * gridUnit};
}

void SplitBar::paintEvent(QPaintEvent*) {
    const auto sizes = splitOf(m_batch, m_pieces);
    if (sizes.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ThemeColors& colors = colorsFor(palette());
    const int count = int(std::min<std::size_t>(sizes.size(), drawnPieces));
    const bool cut = sizes.size() > drawnPieces;
    const int room = width() - (cut ? 3 * gridUnit : 0);
    const double gap = 2, each = (room - gap * (count - 1)) / double(count);
    QColor fill = colors.accent;
    fill.setAlpha(isDarkTheme(palette()) ? 90 : 40);
    for (int i = 0; i < count; ++i) {
        const QRectF block(i * (each + gap), 2.5, each, height() - 5);
        painter.setPen(QPen(colors.accent, 1));
        painter.setBrush(fill);
        painter.drawRoundedRect(block.adjusted(0.5, 0, -0.5, 0), 3, 3);
        const QString text = QString::number(sizes[static_cast<std::size_t>(i)]);
        if (painter.fontMetrics().horizontalAdvance(text) + 4 < each) {
            painter.setPen(palette().color(QPalette::WindowText));
            painter.drawText(block, Qt::AlignCenter, text);
        }
    }
    if (cut) {
        painter.setPen(colors.muted);
        painter.drawText(QRect(room, 0, width() - room, height()), Qt::AlignCenter, QStringLiteral("…"));
    }
}

} // namespace laptime::ui
