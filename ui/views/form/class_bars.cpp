// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/form/class_bars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/models/numbers.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

QString classesText(const QStringList& classes, const QList<qint64>& counts) {
    if (counts.isEmpty() || counts.size() != classes.size())
        return {};
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    if (*least == *most)
        return ClassBars::tr("%1 of each class").arg(wholeNumber(*least));
    return ClassBars::tr("%1 (%2) to %3 (%4) of a class")
        .arg(wholeNumber(*least), classes[least - counts.begin()], wholeNumber(*most),
             classes[most - counts.begin()]);
}

ClassBars::ClassBars(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ClassBars::setCounts(const QStringList& classes, const QList<qint64>& counts) {
    m_classes = classes;
    m_counts = counts;
    m_most = counts.isEmpty() ? 0 : *std::max_element(counts.begin(), counts.end());
    m_all = std::accumulate(counts.begin(), counts.end(), qint64{0});
    setAccessibleName(classesText(classes, counts));
    setVisible(m_most > 0 && classes.size() == counts.size());
    update();
}

QSize ClassBars::sizeHint() const {
    return {20 * gridUnit, 3 * gridUnit};
}

QRectF ClassBars::place(qsizetype label) const {
    const double each = double(width()) / double(m_counts.size());
    return {double(label) * each, 0, each, double(height())};
}

void ClassBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ThemeColors& colors = colorsFor(palette());
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.line);
    for (qsizetype i = 0; i < m_counts.size(); ++i) {
        const QRectF area = place(i);
        const double gap = area.width() > 4 ? 2 : 0;
        const double tall = std::ceil(double(height() - 1) * double(m_counts[i]) / double(m_most));
        painter.fillRect(QRectF(std::floor(area.left()), height() - 1 - tall,
                                std::max(1.0, std::floor(area.right()) - std::floor(area.left()) - gap),
                                tall),
                         colors.accent);
    }
}

bool ClassBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || m_counts.isEmpty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const qsizetype label = std::clamp<qsizetype>(
        qsizetype(help->pos().x() * m_counts.size() / std::max(1, width())), 0, m_counts.size() - 1);
    QToolTip::showText(help->globalPos(),
                       tr("%1: %2 (%3)")
                           .arg(m_classes[label], wholeNumber(m_counts[label]),
                                percent(double(m_counts[label]) / double(m_all), 1)),
                       this, place(label).toRect());
    return true;
}

} // namespace laptime::ui
