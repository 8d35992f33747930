// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model/confusion_delegate.h"

#include <QPainter>

#include <cmath>

#include "ui/models/evaluation_models.h"
#include "ui/settings/theme.h"

namespace laptime::ui {

QColor heatColor(const QPalette& palette, double share, bool right) {
    const ThemeColors& colors = colorsFor(palette);
    const QColor base = palette.color(QPalette::Base), full = right ? colors.accent : colors.bad;
    // The root shows a few per cent of confusions, which are what one looks for.
    const double strength = share <= 0 ? 0 : 0.06 + 0.84 * std::sqrt(std::min(1.0, share));
    const auto mixed = [strength](int from, int to) {
        return int(std::lround(from + (to - from) * strength));
    };
    return {mixed(base.red(), full.red()), mixed(base.green(), full.green()),
            mixed(base.blue(), full.blue())};
}

void ConfusionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    const QColor ground = heatColor(option.palette, index.data(ConfusionModel::ShareRole).toDouble(),
                                    index.data(ConfusionModel::RightRole).toBool());
    painter->fillRect(option.rect, ground);
    if (!m_plain) {
        const QColor text = option.palette.color(QPalette::Text),
                     other = option.palette.color(QPalette::Base);
        painter->setPen(contrastRatio(text, ground) >= contrastRatio(other, ground) ? text : other);
        painter->setFont(option.font);
        painter->drawText(option.rect, Qt::AlignCenter, index.data().toString());
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(option.palette.color(QPalette::Text), 1));
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

} // namespace laptime::ui
